import { expect, test } from 'vitest'
import { keep, readKept } from './browser-storage.ts'

/** A storage that keeps nothing: browsers throw from it in private windows and where sites may store nothing. */
const CLOSED = {
  length: 0,
  clear: refuse,
  getItem: refuse,
  key: refuse,
  removeItem: refuse,
  setItem: refuse,
} satisfies Storage

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

test('a browser that keeps nothing forgets, and stops nobody', () => {
  expect(keep(CLOSED, 'name', 'text')).toBe(false)
  expect(readKept(CLOSED, 'name', null)).toBeNull()
  expect(readKept(CLOSED, 'name', 'unknown')).toBe('unknown')
})
