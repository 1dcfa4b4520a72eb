// In a worker without a document, the layout engine thinks it is its own worker and exports nothing. Its caller also assigns `self`, which
// is read-only in a worker.
Object.assign(globalThis, { document: {} })
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true })
