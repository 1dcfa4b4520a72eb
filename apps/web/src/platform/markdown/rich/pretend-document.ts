// The layout engine takes a worker without a document for its own worker, and then exports nothing; and its caller sets `self` again,
// which in a worker can only be read.
Object.assign(globalThis, { document: {} })
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true })
