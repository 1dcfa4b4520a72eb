/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShell } from './read-shell.ts'
import { isOddName, PLACE, showsProgram } from './testing/reading.ts'

const CORPUS = join(import.meta.dirname, '../../../../corpus')

interface Recorded {
  readonly id: string
  readonly command: string
  readonly starts: readonly (readonly string[])[]
}

function linesOf(name: string): readonly string[] {
  return readFileSync(join(CORPUS, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

describe('what bash really starts', () => {
  // The file is ours and has this shape on every line; its README says so.
  const recorded = linesOf('shell-bash.jsonl').map((line) => JSON.parse(line) as Recorded)

  test('every program that bash starts is shown', () => {
    const missed = recorded.flatMap(({ id, command, starts }) => {
      const reading = readShell(command, PLACE)
      const names = new Set(starts.map(([name = '']) => name))
      return [...names]
        .filter((name) => !isOddName(name) && !showsProgram(reading, name))
        .map((name) => ({ id, command, name }))
    })
    expect(missed).toEqual([])
    expect(recorded.length).toBeGreaterThan(5_000)
  })

  test('the start of a text shows no less when more follows', () => {
    const missed = recorded.flatMap(({ id, command, starts }) => {
      const reading = readShell(`${command}\ntrue`, PLACE)
      return starts
        .map(([name = '']) => name)
        .filter((name) => !isOddName(name) && !showsProgram(reading, name))
        .map((name) => ({ id, command, name }))
    })
    expect(missed).toEqual([])
  })
})

describe('no text is too much', () => {
  const tokens = [
    ...'\'"`\\$(){}[]<>|&;!*?~#=+-/ \n\t',
    ...'$( ${ $(( (( [[ ]] << <<< <( >( && || ;; $[ $@ ${! :- @P for do done in case esac if then fi'.split(
      ' ',
    ),
    ...'while until select function coproc time eval set cd read x y a echo git 1 0 EOF'.split(' '),
  ]
  const words = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((list) => list.join(''))
  const spaced = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((list) => list.join(' '))

  test('reading never throws, and ranges lie in the text', () => {
    fc.assert(
      fc.property(fc.oneof(words, spaced, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        const { parts, unreadable } = readShell(text, PLACE)
        for (const { range } of parts) {
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeLessThanOrEqual(text.length)
          expect(range.start).toBeLessThanOrEqual(range.end)
        }
        expect(unreadable === undefined || unreadable.position <= text.length).toBe(true)
      }),
      { numRuns: 3_000, seed: 7 },
    )
  })

  test('the same text is read the same way', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(readShell(text, PLACE)).toEqual(readShell(text, PLACE))
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  test.each([
    ...tokens,
    'a;',
    'a|',
    'a&&',
    'x=1;',
    '{a,b}',
    '{1..9}',
    '${x:-',
    '"$(',
    'f(){ f;};',
    'eval ',
    'env ',
  ])('ten thousand characters of %j come to few parts', (unit) => {
    const { parts } = readShell(unit.repeat(Math.floor(10_000 / unit.length)), PLACE)
    expect(parts.length).toBeLessThanOrEqual(4_000)
  })

  test('longer texts are refused unread', () => {
    expect(readShell('a'.repeat(10_001), PLACE)).toEqual({
      parts: [],
      unreadable: { reason: 'longer than 10000 characters', position: 10_000 },
    })
  })
})
