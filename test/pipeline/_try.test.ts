import { test } from "vitest";
import { runInSandbox } from "../../src/pipeline/sandbox.ts";
const tries: Record<string,string> = {
  hostFnCtor: `return [{leak: String(TextEncoder.constructor("return typeof process")())}]`,
  url: `return [{leak: String(URL.constructor("return typeof process")())}]`,
  inputs: `return [{leak: String(inputs.t.constructor.constructor("return typeof process")())}]`,
  utf8fake: `const R=globalThis.Uint8Array; globalThis.Uint8Array=function(){return {}}; try { new TextEncoder().encode("a"); } catch(e) { return [{leak: e.constructor.constructor("return typeof process")()}] } return [{leak:"none"}]`,
  stack: `let got; function f(){ try { f() } catch(e) { } try { new TextEncoder().encode("a".repeat(10)); } catch(e) { try { const r = e.constructor.constructor("return typeof process")(); if (r!=="undefined") got = r } catch {} } } for (let i=0;i<3;i++) f(); return [{leak: String(got)}]`,
  importPromise: `const p = import("no"+"de:fs"); p.catch(()=>{}); return [{leak: p.constructor.constructor("return typeof process")()}]`,
  importError: `return import("no"+"de:fs").catch(e => [{leak: e.constructor.constructor("return typeof process")()}])`,
  thenable: `return { then(res, rej) { res([{leak: res.constructor("return typeof process")()}]) } }`,
  keys: `return [{leak: leaked}]`,
  captureStack: `globalThis.Error = { prepareStackTrace: (e, f) => f }; try { null.x } catch (e) { const s = e.stack; return [{leak: typeof s === "string" ? s : s.map(x => { try { return x.getFunction && typeof x.getFunction() + "," + typeof x.getThis() + ","+x.constructor.constructor("return typeof process")() + x.getFileName() } catch (e) { return String(e)} }).join("|") }] }`,
  caller: `function g(){ const out=[]; let f = g; for (let i=0;i<10&&f;i++){ try { f = f.caller; out.push(typeof f === "function" ? f.toString().slice(0,40) : String(f)); } catch(e) { out.push(String(e)); break } } return out.join("|") } return [{leak: g()}]`,
  callsite: `let l; try { null.x } catch(e) { l = e.stack } return [{leak: l}]`,
  rangeErr: `try { new TextDecoder("nope") } catch (e) { return [{leak: e.constructor.constructor("return typeof process")()}] }`,
  clone: `return [{leak: structuredClone.constructor("return typeof process")()}]`,
  globals: `return [{leak: Object.getOwnPropertyNames(globalThis).join(" ")+" "+Object.getOwnPropertySymbols(globalThis).map(String)}]`,
  ctx: `return [{leak: context.ask.constructor("return typeof process")()+ context.slice.constructor.constructor("return typeof process")()}]`,
  protoGlobal: `return [{leak: String(Object.getPrototypeOf(globalThis).constructor.constructor("return typeof process")())}]`,
  unhandled: `Promise.reject(new Error("x")); return [{leak:"none"}]`,
  micro: `queueMicrotask(() => { throw new Error("m") }); return [{leak:"none"}]`,
  atomics: `return [{leak: typeof WebAssembly + typeof SharedArrayBuffer+ typeof console}]`,
};
const load: Record<string,string> = {
  keys: `var leaked="none"; const K=Object.keys; Object.keys = (x) => { try { const r = x.constructor.constructor("return typeof process")(); if (r!=="undefined") leaked=r } catch {} return K(x) }; const S=JSON.stringify; JSON.stringify=(x)=>{ try { const r = x.constructor.constructor("return typeof process")(); if (r!=="undefined") leaked="json"+r } catch {} return S(x) }; const M=Array.prototype.map; Array.prototype.map=function(f){ try { const h=f(this[0]); const r=h.constructor.constructor("return typeof process")(); if (r!=="undefined") leaked="map"+r } catch {} return M.call(this,f) };`,
};
process.on("unhandledRejection", (e) => console.log("UNHANDLED", String(e)));
process.on("uncaughtException", (e) => console.log("UNCAUGHT", String(e)));
test("x", async () => {
  for (const [name, body] of Object.entries(tries)) {
    const text = `${load[name] ?? ""};globalThis.candorStage={stage:(inputs,params,context)=>{${body}}};`;
    try {
      const r = await runInSandbox(name, () => text, { stage: "s/"+name, tables: { t: { length: 2, columns: { a: new Float64Array([1,2]), b: ["x",null] } } }, files: { f: { "data/a": "hi" } }, params: { q: [1] }, slice: { g: "a" }, seed: "00", answerer: {} });
      console.log(name, "→", r.kind === "rows" ? JSON.stringify(Array.from(r.rows as any)) : r.text);
    } catch (e) { console.log(name, "✗", (e as Error).message.replaceAll("\u0000", "\\0")); }
  }
});
