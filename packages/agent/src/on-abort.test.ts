import { expect, test } from 'vitest'
import { onAbort, unlessAborted } from './on-abort.ts'

test('reactions are called once, in the order in which they were registered', () => {
  const abort = new AbortController()
  const called: string[] = []
  for (const name of ['a', 'b', 'c']) onAbort(abort.signal, () => called.push(name))
  abort.abort()
  expect(called).toEqual(['a', 'b', 'c'])
})

test('a reaction that was unregistered is not called, wherever it stood', () => {
  const names = ['a', 'b', 'c', 'd']
  for (const gone of names) {
    const abort = new AbortController()
    const called: string[] = []
    for (const { name, unregister } of names.map((name) => ({
      name,
      unregister: onAbort(abort.signal, () => called.push(name)),
    })))
      if (name === gone) unregister()
    abort.abort()
    expect(called).toEqual(names.filter((name) => name !== gone))
  }
})

test('a reaction can unregister those behind it', () => {
  const abort = new AbortController()
  const called: string[] = []
  const behind: (() => void)[] = []
  onAbort(abort.signal, () => {
    called.push('first')
    for (const unregister of behind) unregister()
  })
  behind.push(onAbort(abort.signal, () => called.push('second')))
  abort.abort()
  expect(called).toEqual(['first'])
})

test('one function that is registered twice is called twice, and each registration ends by itself', () => {
  const abort = new AbortController()
  const called: string[] = []
  const react = () => called.push('react')
  const [first] = [onAbort(abort.signal, react), onAbort(abort.signal, react), onAbort(abort.signal, react)]
  first()
  abort.abort()
  expect(called).toEqual(['react', 'react'])
})

test('a signal has one listener, however many react', () => {
  const { signal } = new AbortController()
  let listeners = 0
  signal.addEventListener = () => {
    listeners += 1
  }
  for (let index = 0; index < 100; index += 1) onAbort(signal, () => {})
  expect(listeners).toBe(1)
})

test.each([true, false])(
  'a wait ends with the signal (aborted before: %s), and late failures are nobody’s',
  async (before) => {
    const abort = new AbortController()
    const { promise, reject } = Promise.withResolvers<never>()
    if (before) abort.abort('stop')
    const waiting = unlessAborted(abort.signal, promise)
    abort.abort('stop')
    await expect(waiting).rejects.toBe('stop')
    reject(new Error('too late'))
    await promise.catch(() => undefined)
  },
)

test('a wait ends as its promise does', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(signal, Promise.resolve(1))).toBe(1)
  await expect(unlessAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
