import { expect, test } from 'vitest'
import { onAbort, Waiter } from './on-abort.ts'

class Noting extends Waiter {
  readonly #note: () => void

  constructor(note: () => void) {
    super()
    this.#note = note
  }

  aborted(): void {
    this.#note()
  }
}

test('whoever waits is told once, in the order in which they came', () => {
  const abort = new AbortController()
  const told: string[] = []
  for (const name of ['a', 'b', 'c']) onAbort(abort.signal, () => told.push(name))
  abort.abort()
  expect(told).toEqual(['a', 'b', 'c'])
})

test('whoever left is not told, wherever they stood', () => {
  const names = ['a', 'b', 'c', 'd']
  for (const gone of names) {
    const abort = new AbortController()
    const told: string[] = []
    for (const waiter of names.map((name) => ({ name, is: onAbort(abort.signal, () => told.push(name)) })))
      if (waiter.name === gone) waiter.is.leave()
    abort.abort()
    expect(told).toEqual(names.filter((name) => name !== gone))
  }
})

test('whoever leaves because another was told is not told', () => {
  const abort = new AbortController()
  const told: string[] = []
  const behind: Waiter[] = []
  onAbort(abort.signal, () => {
    told.push('first')
    for (const waiter of behind) waiter.leave()
  })
  behind.push(onAbort(abort.signal, () => told.push('second')))
  abort.abort()
  expect(told).toEqual(['first'])
})

test('whoever left can wait again, and leave again', () => {
  const abort = new AbortController()
  const told: string[] = []
  const again = new Noting(() => told.push('again'))
  const newer = new Noting(() => told.push('newer'))
  again.waitFor(abort.signal)
  newer.waitFor(abort.signal)
  again.leave()
  newer.leave()
  again.waitFor(abort.signal)
  again.leave()
  onAbort(abort.signal, () => told.push('last'))
  abort.abort()
  expect(told).toEqual(['last'])
})

test('whoever left keeps nobody alive who waited beside', () => {
  const { signal } = new AbortController()
  const waiters = ['a', 'b', 'c'].map(() => onAbort(signal, () => {}))
  const [, middle] = waiters
  middle?.leave()
  expect(middle).toMatchObject({ before: undefined, after: undefined })
})
