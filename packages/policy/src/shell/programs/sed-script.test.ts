import { expect, test } from 'vitest'
import { readSed } from './sed-script.ts'

const NOTHING = { writes: [], reads: [], starts: [] }

test.each([
  ['p'],
  ['1,5p'],
  ['1~2p;2,+3d;3,~4p;0,/x/d;$!N'],
  ['/a/,/b/!d'],
  ['\\,a/b,p'],
  ['/x/I,/y/Mp'],
  ['s/w/e/;s,e,w,g;s|a|b|2'],
  ['s/a\\/w b/c/'],
  ['s/[/]/_/g'],
  ['s/[^/]*$//'],
  ['s/[[:alpha:]/]w x/y/'],
  ['s/[]/]w/y/'],
  ['y/we/ew/'],
  [':a;N;$!ba;s/\\n/ /g'],
  ['b end; p; :end'],
  ['{p;p};{d}'],
  ['/a/{s/x/y/;t;p}'],
  ['a w file'],
  ['a\\\nw file\\\ne id'],
  ['1i\\  e id'],
  ['$!{$!N};P;D'],
  ['=;l 5;q5;Q;z;F;x;g;G;h;H;n;N'],
  ['p # w file'],
  ['#n\np'],
  ['w /dev/stdout'],
  ['s/a/b/w /dev/stderr'],
  ['v 4.2'],
])('only edits the stream: %j', (script) => {
  expect(readSed(script)).toEqual(NOTHING)
})

test.each([
  ['w x', ['x']],
  ['W x', ['x']],
  ['/a/w x', ['x']],
  ['1,5!w x', ['x']],
  ['p;w x;y', ['x;y']],
  ['s/a/b/w x', ['x']],
  ['s/a/b/gpw x', ['x']],
  ['s/a/b/ w x', ['x']],
  ['s,a,b,w x', ['x']],
  ['{w x\n}', ['x']],
  ['a text\nw x', ['x']],
  ['a\\\ntext\nw x', ['x']],
  ['s/a\\/b/c/w x', ['x']],
  ['s/[a]/c/w x', ['x']],
  ['y/a/b/;w x', ['x']],
  [':a\nw x', ['x']],
  ['b;w x', ['x']],
  ['# c\nw x', ['x']],
])('writes: %j', (script, writes) => {
  expect(readSed(script)).toEqual({ ...NOTHING, writes })
})

test.each([
  ['e', ['']],
  ['1e id', ['id']],
  ['/a/e id; ls', ['id; ls']],
  ['s/a/b/e', ['']],
  ['s/a/b/ge', ['']],
  ['s/a/b/e;p', ['']],
  ['$!{e id\n}', ['id']],
])('starts: %j', (script, starts) => {
  expect(readSed(script)).toEqual({ ...NOTHING, starts })
})

test('reads files', () => {
  expect(readSed('/a/r b.txt')).toEqual({ ...NOTHING, reads: ['b.txt'] })
  expect(readSed('R b.txt').reads).toEqual(['b.txt'])
})

test('both readings of a bracket count', () => {
  // `[/w x/]`: one version ends the pattern at the slash, and then writes.
  expect(readSed('s/[/a/w x]/b/').writes).toEqual(['x]/b/'])
})

test.each([
  ['k'],
  ['s/a/b'],
  ['s/a/b/k'],
  ['p p'],
  ['{p'],
  ['p}'],
  ['1'],
  ['1,p'],
  ['s'],
  ['s/a\nb/c/'],
  ['y/a/b/g'],
  ['b a w x'],
  ['\u00e9'],
])('is not understood: %j', (script) => {
  expect(readSed(script).unreadable).toBeDefined()
})
