/**
 * Runs in a plugin's document before the plugin does. First it removes the APIs that the content policy does not block: WebRTC sent packets
 * although the policy forbade it, and a refused child frame has already connected. Then it gives the plugin its only channel to the page,
 * as `countersign`.
 */
export const BOOTSTRAP = `'use strict';
(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^(webkit)?RTC|^WebTransport/.test(name)) delete globalThis[name];
  // The policy refuses what a child frame would load, but its host is connected to before that is known. So there are none: elements come
  // from these two alone, since trusted types keep text from becoming elements.
  const FRAMES = /(^|:)(i?frame|frameset|object|embed|portal|fencedframe|link|meta|base)$/i;
  for (const name of ['createElement', 'createElementNS']) {
    const create = Document.prototype[name];
    const guarded = { [name](...args) {
      const asked = args.map(String);
      if (asked.some((text) => FRAMES.test(text))) throw new TypeError('a plugin has no such elements');
      return Reflect.apply(create, this, name === 'createElement' ? [asked[0]] : [args[0], asked[1]]);
    } };
    Object.defineProperty(Document.prototype, name, { value: guarded[name], writable: false, configurable: false });
  }
  Object.defineProperty(CustomElementRegistry.prototype, 'define', { value: undefined, writable: false, configurable: false });
  delete globalThis.XSLTProcessor;
  const tools = new Map();
  const waiting = new Map();
  const running = new Map();
  const unsent = [];
  let port = null;
  let number = 0;
  let pressed = () => {};
  const send = (message) => {
    const text = JSON.stringify(message);
    if (port === null) unsent.push(text);
    else port.postMessage(text);
  };
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const id = String((number += 1));
      waiting.set(id, { resolve, reject });
      send({ ...message, id });
    });
  async function run({ id, name, args }) {
    const stop = new AbortController();
    running.set(id, stop);
    let said;
    try {
      const handler = tools.get(name);
      if (handler === undefined) throw new Error('the plugin does not handle ' + name);
      said = { ok: true, text: String(await handler(args, stop.signal)) };
    } catch (error) {
      said = { ok: false, text: error instanceof Error ? error.message : String(error) };
    }
    running.delete(id);
    if (!stop.signal.aborted) send({ type: 'tool.result', id, ...said });
  }
  function heard(message) {
    if (message.type === 'tool.call') void run(message);
    else if (message.type === 'tool.cancel') running.get(message.id)?.abort();
    else if (message.type === 'press') pressed(message.button);
    else if (message.type === 'reply') {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) one?.resolve(message.text);
      else one?.reject(new Error(message.text));
    }
  }
  addEventListener('message', (event) => {
    if (event.source !== parent || port !== null || event.ports.length !== 1) return;
    port = event.ports[0];
    port.onmessage = ({ data }) => heard(JSON.parse(data));
    for (const text of unsent.splice(0)) port.postMessage(text);
  });
  Object.defineProperty(globalThis, 'countersign', {
    value: Object.freeze({
      tool: (name, handler) => void tools.set(name, handler),
      view: (parts) => send({ type: 'view.set', view: { parts } }),
      onPress: (handler) => { pressed = handler; },
      context: (summary, text) => send({ type: 'context.set', summary, ...(text === undefined ? {} : { text }) }),
      storage: Object.freeze({
        get: (key) => ask({ type: 'storage', act: 'get', key }),
        set: (key, value) => ask({ type: 'storage', act: 'set', key, value }),
        remove: (key) => ask({ type: 'storage', act: 'remove', key }),
      }),
      readFile: (path) => ask({ type: 'files.read', path }),
      fetch: (url) => ask({ type: 'fetch', url }),
    }),
  });
})();
`
