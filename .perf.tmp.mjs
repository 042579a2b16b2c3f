import {build} from "esbuild";
const st={};
for(const s of ["states","decoded","segmented","metrics"]){await build({entryPoints:[`stages/cheap-talk/${s}.ts`],bundle:true,format:"esm",outfile:`/tmp/st/${s}.mjs`});st[s]=(await import(`/tmp/st/${s}.mjs?`+Math.random())).default;}
const P={folds:5,fold_seed:0,ridge_alpha:1,neighbours:25,embedding_dimensions:256,max_steps:10,step_penalty:1,bins:20,resamples:1000,resample_seed:0,over_reveal_margin:.05};
const n=+process.argv[2]; const states=st.states({},{state_seed:20260529,state_count:n});
let z=12345;const rnd=()=>{z=(Math.imul(z,1664525)+1013904223)>>>0;return z/4294967296};
const pick=a=>a[Math.floor(rnd()*a.length)];
const open=["The state is","I observe","My reading is","You should know that it is","Honestly, I see","From where I stand it is"],end=["."," for sure."," or thereabouts."," so act on it."," I would say."];
const word=["low","rather low","in the middle","fairly high","very high"];
const senders={truthful:(w,b)=>`${pick(open)} ${w.toFixed(4)}${pick(end)}`,exaggerator:(w,b)=>`${Math.min(1,w+b).toFixed(3)}`,equilibrium:(w,b)=>`${pick(open)} ${word[Math.floor(w*5)%5]}${pick(end)}`,babbler:()=>rnd()<.5?`${pick(open)} ${rnd().toFixed(2)}${pick(end)}`:`${pick(open)} ${pick(word)}, ${pick(word)} and ${pick(word)}${pick(end)}`};
const parsed=[];
for(const m of Object.keys(senders).sort())for(const bias of [0,.01,.04,.08,.12])for(const frame of ["honesty","neutral","payoff"])for(const s of states)parsed.push({model:m,bias,frame,state_index:s.state_index,omega:s.omega,message:senders[m](s.omega,bias),parser_status:rnd()<.05?"empty":"ok"});
let T=process.cpuUsage().user;const lap=l=>{const u=process.cpuUsage().user;console.log(l,((u-T)/1e3).toFixed(0),"ms cpu");T=u};
const dec=st.decoded({parsed},P);lap("decoded");const seg=st.segmented({decoded:dec},P);lap("segmented");const met=st.metrics({decoded:dec,segmented:seg},P);lap("metrics");
console.log(dec.length,seg.length,met.length,Math.round(process.memoryUsage().rss/1e6)+" MB rss");
console.log(met.filter(m=>m.spec==="primary"&&m.frame==="neutral").map(m=>m.model+m.bias+":"+m.I_norm.toFixed(2)+"/"+m.N_hat).join(" "));
