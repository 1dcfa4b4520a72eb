/** Values that the browser stores for this origin, by key. Unlike a cookie, the storage is bound to the port. */
export interface KeptValues {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
}

/** A store of one database. It is opened for each use, so that no open connection blocks a later version. */
export function keptValues(database: string, store: string): KeptValues {
  async function inStore<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const opening = indexedDB.open(database, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    const opened = await done(opening)
    try {
      return await done(work(opened.transaction(store, mode).objectStore(store)))
    } finally {
      opened.close()
    }
  }
  return {
    get: (key) => inStore<unknown>('readonly', (kept) => kept.get(key)),
    async put(key, value) {
      await inStore('readwrite', (kept) => kept.put(value, key))
    },
    async delete(key) {
      await inStore('readwrite', (kept) => kept.delete(key))
    },
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the storage of this browser failed')),
    )
  })
}
