import { expect, test } from 'vitest'
import { optionNames } from './option-table.ts'
import { STARTERS } from './starters.ts'
import { factsOf } from './testing/argv.ts'

const KINDS = ['starts', 'runs', 'loads', 'configures', 'writes'] as const

const ROWS = STARTERS().flatMap((spec) =>
  spec.names.flatMap((program) =>
    KINDS.flatMap((kind) =>
      optionNames(spec[kind]).map((option) => ({ line: `${program} ${option} v`, option })),
    ),
  ),
)

test('there are programs to speak of', () => expect(ROWS.length).toBeGreaterThan(100))

test.each(ROWS)('$line is a hazard', ({ line, option }) => {
  expect(factsOf(line).hazards.flatMap(({ spellings }) => spellings)).toContain(option)
})

test.each([
  ['hg log -l 5'],
  ['svn status -u'],
  ['fzf --filter x'],
  ['yt-dlp -f best x'],
  ['restic snapshots --json'],
  ['tcpdump -n -c 5'],
  ['mytool deploy --config prod.yml --env prod'],
  ['mytool run build'],
  ['mytool completions --shell bash'],
])('%s is none', (line) => expect(factsOf(line).hazards).toEqual([]))

test.each([
  ['mytool --exec x', '--exec'],
  ['mytool --exec=x', '--exec'],
  ['mytool --password-command x', '--password-command'],
  ['mytool --pre-hook=x', '--pre-hook'],
  ['mytool --editor x', '--editor'],
  ['mytool x /bin/sh', '/bin/sh'],
  ["mytool -o cmd='/bin/bash -c x'", 'cmd=/bin/bash -c x'],
])('%s: a program that nobody knows starts something by %s', (line, option) => {
  expect(factsOf(line).hazards).toMatchObject([{ kind: 'starts', spellings: [option] }])
})

test.each([
  ['pexec cmd a', 'cmd a'],
  ['ctr run x cmd a', 'cmd a'],
])('%s starts %s', (line, started) => {
  const vectors = factsOf(line).inner.map((inner) =>
    inner.kind === 'argv'
      ? inner.argv
          .map(({ pieces }) => pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''))
          .join(' ')
      : '',
  )
  expect(vectors).toContain(started)
})
