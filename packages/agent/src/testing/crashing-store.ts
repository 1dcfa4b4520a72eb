import type { CallStore, Journal } from '../ports.ts'
import type { MemoryStore } from '../memory-store.ts'

type Ports = CallStore & Journal

/** A store whose process dies at its `at`-th write, just before or just after it. From then on it never answers, like a dead process. */
export function crashingStore(
  store: MemoryStore,
  crash: { readonly at: number; readonly when: 'before' | 'after'; died(): void; wrote?(): void },
): Ports {
  const { at, when } = crash
  let written = 0
  let dead = false
  const die = (): Promise<never> => {
    dead = true
    crash.died()
    return new Promise<never>(() => {})
  }
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) return new Promise<never>(() => {})
    written += 1
    crash.wrote?.()
    if (written === at && when === 'before') return die()
    const result = await work()
    return written === at ? die() : result
  }
  const read = <T>(work: () => Promise<T>): Promise<T> => (dead ? new Promise<never>(() => {}) : work())
  return {
    load: (turnId) => read(() => store.load(turnId)),
    append: (...args) => write(() => store.append(...args)),
    find: (id) => read(() => store.find(id)),
    below: (id) => read(() => store.below(id)),
    propose: (...args) => write(() => store.propose(...args)),
    askAgain: (lease, id, decision) => write(() => store.askAgain(lease, id, decision)),
    begin: (...args) => write(() => store.begin(...args)),
    end: (...args) => write(() => store.end(...args)),
    recordRejected: (...args) => write(() => store.recordRejected(...args)),
    verified: (...args) => write(() => store.verified(...args)),
    resume: (...args) => write(() => store.resume(...args)),
    refuse: (...args) => write(() => store.refuse(...args)),
  }
}
