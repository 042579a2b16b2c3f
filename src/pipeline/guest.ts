/**
 * The code that prepares a stage's context, as source text: it runs inside, so that every object a stage
 * can touch belongs to the inside. It takes the host's functions, keeps them in its closure, and gives back
 * `run` (evaluates the bundle and calls its stage on copies of what it is given) and `untouched` (whether all
 * built-ins are as they were).
 *
 * While packages load, Date and Math.random are constant, since some ask for them on import; once the stage
 * runs they throw.
 */
export const GUEST_SETUP = String.raw`(function (host) {
  "use strict";
  const global = globalThis;
  let running = false;
  // A stage may replace what it finds; what touches the host's objects must be what it was.
  const { keys } = Object;
  const { parse, stringify } = JSON;
  const copyJson = (value) => parse(stringify(value));
  const answered = Promise.resolve.bind(Promise);
  // Nobody can wait for an answer that is not there: what depends on it does not go on.
  const notYet = () => new Promise(() => {});
  const afterwards = Function.prototype.call.bind(Promise.prototype.then, Promise.resolve());

  class ImpureError extends Error {}
  Object.defineProperty(ImpureError.prototype, "name", { value: "ImpureError" });
  const refuse = (what, remedy) => { throw new ImpureError("called " + what + "; " + remedy); };
  const refuseRead = (what) => { throw new ImpureError("read " + what + ", which it does not declare; declare it in pipeline.yaml"); };

  // Only ECMAScript's own built-ins stay, and of those only what gives the same on every machine and Node
  // version: no Intl, no console, no WebAssembly, no shared memory, nothing that tells of garbage collection.
  const KEPT = new Set((
    "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp " +
    "Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math " +
    "ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array " +
    "Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet Proxy Reflect " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent eval isFinite isNaN"
  ).split(" "));
  for (const name of Object.getOwnPropertyNames(global)) if (!KEPT.has(name)) delete global[name];

  const CLOCK = "a stage has no clock: declare the moment as a param in pipeline.yaml";
  const CHANCE = "draw from a generator seeded by the stage's context or a declared param";
  const LOCALE = "its result depends on the locale: compare by code units, format by hand";

  Math.random = () => (running ? refuse("Math.random()", CHANCE) : 0.5);

  const RealDate = Date;
  // A date alone is UTC by the standard; with a time and no offset it would be the machine's time, and is UTC here.
  const inUtc = (text) => {
    if (/^[+-]?\d{4,6}(-\d\d(-\d\d)?)?$|(Z|[+-]\d\d:?\d\d)$/.test(text)) return text;
    if (/^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+$/.test(text)) return text + "Z";
    return refuse("new Date(" + stringify(text) + ")", "without an offset it is local time: write it as 2020-01-01T00:00:00Z");
  };
  const dateCall = (what, value) => (running ? refuse(what, CLOCK) : value());
  // Replaced on the real one too: a property's descriptor is read past the proxy.
  RealDate.now = () => dateCall("Date.now()", () => 0);
  RealDate.parse = () => refuse("Date.parse()", CLOCK);
  delete RealDate.prototype.getYear;
  delete RealDate.prototype.setYear;
  global.Date = new Proxy(RealDate, {
    apply: () => dateCall("Date()", () => "Thu Jan 01 1970 00:00:00 GMT+0000"),
    construct: (target, args, newTarget) =>
      dateCall("new Date()", () => Reflect.construct(target, args.length === 0 ? [0] : args.length === 1 ? [typeof args[0] === "string" ? inUtc(args[0]) : args[0]] : [RealDate.UTC(...args)], newTarget)),
  });
  Object.defineProperty(RealDate.prototype, "constructor", { value: global.Date });
  // What a date tells in local time depends on the machine: it tells it in UTC instead, and never in words.
  for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    RealDate.prototype["get" + part] = RealDate.prototype["getUTC" + part];
    if (part !== "Day") RealDate.prototype["set" + part] = RealDate.prototype["setUTC" + part];
  }
  RealDate.prototype.getTimezoneOffset = () => 0;
  for (const name of ["toString", "toDateString", "toTimeString"]) RealDate.prototype[name] = RealDate.prototype.toISOString;

  const refuseMethod = (holder, owner, name) =>
    Object.defineProperty(holder, name, { configurable: true, writable: true, value: () => refuse(owner + "." + name + "()", LOCALE) });
  refuseMethod(String.prototype, "String", "localeCompare");
  for (const [owner, names] of Object.entries({
    String: ["toLocaleLowerCase", "toLocaleUpperCase"],
    Number: ["toLocaleString"],
    BigInt: ["toLocaleString"],
    Array: ["toLocaleString"],
    Date: ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"],
  })) for (const name of names) refuseMethod(owner === "Date" ? RealDate.prototype : global[owner].prototype, owner, name);
  refuseMethod(Object.getPrototypeOf(Uint8Array.prototype), "TypedArray", "toLocaleString");

  // A stack trace would carry paths of the machine: only functions of the stage's own code are kept. Node asks
  // the global Error for it, so that name stays as it is.
  Object.defineProperty(Error, "prepareStackTrace", {
    value: (error, frames) =>
      [String(error)]
        .concat(frames.filter((f) => f.getFileName() === "stage.js").map((f) => "    at " + (f.getFunctionName() || "module") + " (" + f.getLineNumber() + ":" + f.getColumnNumber() + ")"))
        .join("\n"),
  });
  Object.defineProperty(global, "Error", { configurable: false, writable: false });

  const define = (name, value) => Object.defineProperty(global, name, { configurable: true, writable: true, enumerable: false, value });
  define("TextEncoder", class TextEncoder {
    get encoding() { return "utf-8"; }
    encode(text = "") {
      const string = String(text);
      const bytes = new Uint8Array(host.utf8Length(string));
      host.utf8Write(string, bytes);
      return bytes;
    }
    encodeInto(text, into) {
      const bytes = this.encode(text);
      let end = Math.min(bytes.length, into.length);
      while (end > 0 && end < bytes.length && (bytes[end] & 0xc0) === 0x80) end--;
      into.set(bytes.subarray(0, end));
      return { read: host.utf8Read(bytes.subarray(0, end), "utf-8", false, true).length, written: end };
    }
  });
  define("TextDecoder", class TextDecoder {
    #label; #fatal; #ignoreBOM;
    constructor(label = "utf-8", options = {}) {
      this.#label = String(label).toLowerCase();
      this.#fatal = Boolean(options.fatal);
      this.#ignoreBOM = Boolean(options.ignoreBOM);
      if (host.utf8Read(new Uint8Array(0), this.#label, false, false) === null) throw new RangeError("unknown encoding " + this.#label);
    }
    get encoding() { return this.#label; }
    decode(bytes = new Uint8Array(0)) {
      const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
      const text = host.utf8Read(view, this.#label, this.#fatal, this.#ignoreBOM);
      if (text === null) throw new TypeError("the bytes are not valid " + this.#label);
      return text;
    }
  });
  define("URL", class URL {
    constructor(text, base) {
      const parts = host.parseUrl(String(text), base === undefined ? undefined : String(base));
      if (parts === null) throw new TypeError("Invalid URL");
      Object.assign(this, JSON.parse(parts));
    }
    static canParse(text, base) { return host.parseUrl(String(text), base === undefined ? undefined : String(base)) !== null; }
    toString() { return this.href; }
    toJSON() { return this.href; }
  });
  define("queueMicrotask", (job) => {
    if (typeof job !== "function") throw new TypeError("queueMicrotask requires a function");
    afterwards(() => void job());
  });
  define("structuredClone", (value) => {
    const seen = new Map();
    const clone = (item) => {
      if (typeof item === "function" || typeof item === "symbol") throw new TypeError("structuredClone cannot copy a " + typeof item);
      if (typeof item !== "object" || item === null) return item;
      if (seen.has(item)) return seen.get(item);
      const keep = (copy) => { seen.set(item, copy); return copy; };
      if (Array.isArray(item)) { const copy = keep(new Array(item.length)); for (const key of Object.keys(item)) copy[key] = clone(item[key]); return copy; }
      if (item instanceof Map) { const copy = keep(new Map()); for (const [k, v] of item) copy.set(clone(k), clone(v)); return copy; }
      if (item instanceof Set) { const copy = keep(new Set()); for (const v of item) copy.add(clone(v)); return copy; }
      if (item instanceof ArrayBuffer) return keep(item.slice(0));
      if (ArrayBuffer.isView(item)) {
        const buffer = clone(item.buffer);
        return keep(item instanceof DataView ? new DataView(buffer, item.byteOffset, item.byteLength) : new item.constructor(buffer, item.byteOffset, item.length));
      }
      if (item instanceof RealDate) return keep(Reflect.construct(RealDate, [item.getTime()]));
      if (item instanceof RegExp) return keep(new RegExp(item.source, item.flags));
      if (item instanceof Error) { const copy = keep(new Error(item.message)); copy.name = item.name; return copy; }
      const copy = keep({});
      for (const key of Object.keys(item)) copy[key] = clone(item[key]);
      return copy;
    };
    return clone(value);
  });

  const copyRows = (table) => {
    const { length, columns } = table;
    const rows = [];
    for (let i = 0; i < length; i++) rows[i] = {};
    for (const name of keys(columns)) {
      const column = columns[name];
      for (let i = 0; i < length; i++) rows[i][name] = column[i];
    }
    return rows;
  };
  const declaredOnly = (values, what) => new Proxy(Object.freeze(values), {
    get: (target, key) => {
      if (typeof key === "string" && key !== "then" && key !== "toJSON" && !Object.hasOwn(target, key)) refuseRead(what + "." + key);
      return Reflect.get(target, key);
    },
  });
  // What one slice could leave for the next: a changed, added or sealed property of the global or of any object
  // that can be reached from it. Methods are frozen, so that only the few hundred other objects need a look.
  const { ownKeys, getOwnPropertyDescriptor: descriptorOf, getPrototypeOf: protoOf, isExtensible } = Reflect;
  const reached = new Set();
  const reach = (item) => {
    if ((typeof item !== "object" && typeof item !== "function") || item === null || reached.has(item)) return;
    reached.add(item);
    reach(protoOf(item));
    for (const key of ownKeys(item)) {
      const { value, get, set } = descriptorOf(item, key);
      reach(value);
      reach(get);
      reach(set);
    }
  };
  reach(global);
  // What no name leads to.
  const iterable = [[], new Map(), new Set(), ""].map((item) => item[Symbol.iterator]());
  for (const item of [...iterable, "".matchAll(/a/g), (function* () {})(), (async function* () {})(), async () => {}]) reach(protoOf(item));
  const snapshot = [];
  for (const holder of reached) {
    const keys = ownKeys(holder);
    if (typeof holder === "function" && keys.every((key) => key === "length" || key === "name")) Object.freeze(holder);
    else snapshot.push({ holder, keys, slots: keys.map((key) => descriptorOf(holder, key)), proto: protoOf(holder) });
  }
  const same = Object.is;
  const sameSlot = (a, b) =>
    a !== undefined && same(a.value, b.value) && a.get === b.get && a.set === b.set && a.configurable === b.configurable && a.writable === b.writable;

  return {
    run(evaluate, answers, call) {
      running = false;
      // RegExp.$1 and its kin would tell of the slice before.
      /^/.exec("");
      const bundle = {};
      evaluate(bundle);
      const computed = {};
      for (const hash of keys(answers)) answers[hash]((computed[hash] = {}));
      running = true;
      if (typeof bundle.stage !== "function") throw new TypeError("a stage's default export must be a function");
      const inputs = {};
      for (const name of keys(call.tables)) inputs[name] = copyRows(call.tables[name]);
      for (const name of keys(call.files)) inputs[name] = copyJson(call.files[name]);
      const { recall, asks } = call;
      const answerers = copyJson(call.answerers);
      const standIns = copyJson(call.standIns);
      const names = keys(answerers);
      const compute = ({ bundle, settings }, request) => {
        const { text, finish_reason } = computed[bundle].answer(request, settings);
        return answered({ status: text === "" ? "empty" : "answered", text, finish_reason, key: null });
      };
      const context = {
        slice: Object.freeze(copyJson(call.slice)),
        partial: call.partial,
        answerer: Object.freeze(copyJson(call.who)),
        ask(request) {
          // A name that is said and undefined, as of a role without a model, is no name that is left out.
          const saysWhom = "whom" in request;
          const whom = saysWhom ? request.whom : asks;
          if (!saysWhom && (asks === null || names.length === 0)) refuse("context.ask()", "mark the stage with ask in pipeline.yaml, or with ask_roles, and say whom");
          if (typeof whom !== "string" || !Object.hasOwn(answerers, whom))
            throw new RangeError("it asks " + stringify(whom) + ", whom it may not ask; " + (names.length === 0 ? "no model of the basket has a role of its ask_roles" : "it may ask " + names.join(", ")));
          if (answerers[whom].bundle !== null) return compute(answerers[whom], request);
          if (recall === null || call.embeds) refuse("context.ask()", "mark the stage with ask in pipeline.yaml");
          const answer = recall(stringify({ ask: request, whom }));
          if (answer !== null) return answered(parse(answer));
          if (standIns === null) return notYet();
          // Nothing says in which of its roles a model is asked: a scripted agent refuses what is not meant for it.
          const candidates = saysWhom && Object.hasOwn(standIns.beside, whom) ? standIns.beside[whom] : [standIns.named];
          let fault;
          for (const standIn of candidates) {
            try { return compute(standIn, request); } catch (error) { fault ??= error; }
          }
          throw fault;
        },
        embed(text) {
          if (recall === null || !call.embeds) refuse("context.embed()", "mark the stage with ask: embedding in pipeline.yaml, and name an embedding model in the basket");
          const answer = recall(stringify({ embed: String(text) }));
          return answer === null ? null : parse(answer).vector;
        },
      };
      const seed = call.seed;
      Object.defineProperty(context, "seed", { enumerable: true, get: () => (seed === null ? refuseRead("the param seed") : seed) });
      return bundle.stage(declaredOnly(inputs, "inputs"), declaredOnly(copyJson(call.params), "params"), context);
    },
    untouched() {
      for (let h = 0; h < snapshot.length; h++) {
        const { holder, keys, slots, proto } = snapshot[h];
        if (protoOf(holder) !== proto || !isExtensible(holder) || ownKeys(holder).length !== keys.length) return false;
        for (let k = 0; k < keys.length; k++) if (!sameSlot(descriptorOf(holder, keys[k]), slots[k])) return false;
      }
      return true;
    },
  };
})`;
