import type { FoundFile, PartView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { placeFound } from './found-files.ts'

const part = (label: string, data: Record<string, unknown> = {}): PartView => ({
  label,
  carriers: [],
  verdict: 'ask',
  reason: { because: 'mode', sentence: '', data },
})
const file = (act: FoundFile['act'], path: string): FoundFile => ({ act, path, files: 1, bytes: 1 })

test.each<[string, readonly PartView[], readonly FoundFile[], string, string]>([
  ['a redirect', [part('cat a'), part('writes a')], [file('overwrite', 'a')], '1 a', ''],
  ['tee, by its reason', [part('make'), part('tee a', { target: 'a' })], [file('append', 'a')], '1 a', ''],
  ['what another part only reads', [part('cat a')], [file('overwrite', 'a')], '', 'a'],
  ['a removal', [part('cat a'), part('rm -rf ./a')], [file('remove', './a')], '1 ./a', ''],
  ['two of one command', [part('rm a b')], [file('remove', 'a'), file('remove', 'b')], '0 a, 0 b', ''],
  ['which of two is not known', [part('rm ab'), part('rm a')], [file('remove', 'a')], '', 'a'],
  ['no parts', [], [file('remove', 'a')], '', 'a'],
])('%s', (_name, parts, found, placed, rest) => {
  const result = placeFound(parts, found)
  const told = [...result.byPart].flatMap(([index, files]) => files.map(({ path }) => `${index} ${path}`))
  expect(told.join(', ')).toBe(placed)
  expect(result.rest.map(({ path }) => path).join(', ')).toBe(rest)
})
