/* A plugin that tries everything. TRAP is the address of a server that must not be reached; the test inserts it. */
const TRAP = 'http://127.0.0.1:__PORT__'
const OWN = '__OWN__'

/** Tries to load an element: `load` is a breach, `error` is not. Some fire neither event, so the server's log decides. */
const element = (name, set, parentNode = document.body) =>
  new Promise((resolve, reject) => {
    const one = document.createElement(name)
    one.onload = resolve
    one.onerror = () => reject(new Error('error'))
    set(one)
    parentNode.append(one)
    setTimeout(() => reject(new Error('nothing')), 1000)
  })
const opened = (thing) =>
  new Promise((resolve, reject) => {
    thing.onopen = resolve
    thing.onmessage = resolve
    thing.onerror = () => reject(new Error('error'))
    setTimeout(() => reject(new Error('nothing')), 1000)
  })
const worker = (address) => opened(new Worker(address))
const link = (rel, more = {}) =>
  element('link', (one) => Object.assign(one, { rel, href: `${TRAP}/${rel}`, ...more }))
const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))

const ATTACKS = {
  'the document of the page': () => parent.document.body.innerHTML,
  'the page’s storage': () => parent.localStorage.length,
  'the page’s address': () => parent.location.href,
  cookies: () => document.cookie,
  localStorage: () => localStorage.length,
  sessionStorage: () => sessionStorage.length,
  indexedDB: () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open('x')
      request.onsuccess = resolve
      request.onerror = () => reject(request.error)
    }),
  caches: () => caches.open('x'),
  fetch: () => fetch(`${TRAP}/fetch`),
  'fetch without cors': () => fetch(`${TRAP}/no-cors`, { mode: 'no-cors' }),
  'fetch of our own server': () => fetch(`${OWN}/api/me`),
  'a request of the old kind': () =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.onload = resolve
      request.onerror = () => reject(new Error('error'))
      request.open('GET', `${TRAP}/xhr`)
      request.send()
    }),
  'a socket': () => opened(new WebSocket(TRAP.replace('http', 'ws'))),
  'a socket to our own server': () => opened(new WebSocket(`${OWN.replace('http', 'ws')}/ws`)),
  'a stream of events': () => opened(new EventSource(`${TRAP}/events`)),
  'a picture': () => element('img', (one) => (one.src = `${TRAP}/picture`)),
  'a video': () => element('video', (one) => (one.src = `${TRAP}/video`)),
  'a style sheet': () => link('stylesheet'),
  'a prefetch': () => link('prefetch'),
  'a connection ahead': () => link('preconnect'),
  'a name looked up ahead': () => link('dns-prefetch'),
  'a refresh to elsewhere': () =>
    element('meta', (one) => Object.assign(one, { httpEquiv: 'refresh', content: `0;url=${TRAP}/refresh` })),
  'a frame of a kind of its own': () => {
    class Own extends HTMLIFrameElement {}
    customElements.define('own-frame', Own, { extends: 'iframe' })
    const one = new Own()
    one.src = `${TRAP}/own-frame`
    document.body.append(one)
  },
  'a frame from another document': () => {
    const one = document.implementation
      .createHTMLDocument('')
      .createElementNS('http://www.w3.org/1999/xhtml', 'iframe')
    one.src = `${TRAP}/other-document`
    document.body.append(one)
  },
  'a frame from text': () => {
    document.body.insertAdjacentHTML('beforeend', `<iframe src="${TRAP}/text-frame"></iframe>`)
  },
  'a preload': () => link('preload', { as: 'image' }),
  'a module ahead': () => link('modulepreload'),
  'a manifest': () => link('manifest'),
  'an object': () => element('object', (one) => (one.data = `${TRAP}/object`)),
  'an embed': () => element('embed', (one) => (one.src = `${TRAP}/embed`)),
  'a font': () => new FontFace('x', `url(${TRAP}/font)`).load(),
  eval: () => eval('1'),
  'a function from text': () => new Function('return 1')(),
  'a timer from text': () => setTimeout('globalThis.ran = 1'),
  'a script by address': () => element('script', (one) => (one.src = `${TRAP}/script`)),
  'a script by text': () => element('script', (one) => (one.textContent = 'globalThis.ran = 1')),
  'a module from elsewhere': () => import(`${TRAP}/module.js`),
  'a worker': () => worker(blob('postMessage(1)')),
  'a worker by address': () => worker(`${TRAP}/worker`),
  'a shared worker': () => opened(new SharedWorker(`${TRAP}/shared`)),
  'a service worker': () => navigator.serviceWorker.register(`${OWN}/sw.js`),
  'a window': () => {
    if (window.open(`${TRAP}/window`) === null) throw new Error('null')
  },
  'the page’s navigation': () => {
    top.location.href = `${TRAP}/top`
  },
  'a frame of our own page': () =>
    element('iframe', (one) => (one.src = `${OWN}/`)).then(() => {
      if (document.querySelector('iframe:last-of-type').contentDocument === null)
        throw new Error('another origin')
    }),
  'a frame with text': () => element('iframe', (one) => (one.srcdoc = '<p>text')),
  WebRTC: () => new RTCPeerConnection(),
  'WebRTC by its old name': () => new webkitRTCPeerConnection(),
  'WebRTC of a child frame': async () => {
    const child = document.createElement('iframe')
    document.body.append(child)
    return new child.contentWindow.RTCPeerConnection()
  },
  WebTransport: () => new WebTransport(`https://127.0.0.1:__PORT__/`),
  'the clipboard': () => navigator.clipboard.readText(),
  'a device': () => navigator.mediaDevices.getUserMedia({ audio: true }),
}

/** Attempts without a result in the page: the log of the server shows that nothing arrived. */
function silent() {
  // A refused frame also fires `load`, for its error page.
  element('iframe', (one) => (one.src = `${TRAP}/frame`)).catch(() => {})
  navigator.sendBeacon(`${TRAP}/beacon`)
  const form = document.createElement('form')
  form.action = `${TRAP}/form`
  form.method = 'post'
  document.body.append(form)
  form.submit()
  const anchor = document.createElement('a')
  anchor.href = '#'
  anchor.ping = `${TRAP}/ping`
  document.body.append(anchor)
  anchor.click()
  document.body.style.background = `url(${TRAP}/style)`
}

async function attack() {
  const fields = []
  for (const [name, run] of Object.entries(ATTACKS)) {
    try {
      await run()
      fields.push({
        name,
        value: globalThis.ran === undefined && name === 'a timer from text' ? 'failed' : 'WORKED',
      })
    } catch (error) {
      fields.push({ name, value: `failed: ${error.message}`.slice(0, 200) })
    }
  }
  try {
    silent()
  } catch {
    // Treated like any other failure.
  }
  setTimeout(
    () =>
      countersign.view([
        { kind: 'fields', fields },
        { kind: 'text', text: 'all tried' },
      ]),
    1500,
  )
}
void attack()
