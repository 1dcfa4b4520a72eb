import { compilePolicy, decide, offers, readCallText, type PolicySource } from '@countersign/policy'
import { beforeEach, expect, test, vi } from 'vitest'
import { explainPage } from './explain-page.ts'

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
})

const PLACE = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

function linesFor(text: string, source: Partial<PolicySource> = {}): readonly string[] {
  const call = readCallText(text, PLACE)
  const policy = compilePolicy({ mode: 'default', layers: [], ...source })
  const decision = decide(call, policy)
  const found = decision.verdict === 'ask' ? offers(call, policy) : []
  return explainPage({ decision, policy, offers: found }).split('\n')
}

test.each([
  ['ls -la', {}, ['runs in Ask mode: only reads', '']],
  ['git push', { mode: 'auto' }, ['runs: a command, in Auto mode', '']],
  ['git push', { mode: 'plan' }, ['blocked: Plan mode changes nothing, so a command is blocked', '']],
])('a single thing is one line: %s %j', (text, source, lines) => {
  expect(linesFor(text, source)).toEqual(lines)
})

test('what always asks says so once, and no reason repeats the command next to it', () => {
  expect(linesFor('git push --force')).toEqual([
    'always asks: rewrites or deletes history that others have',
    '',
  ])
  expect(linesFor('ls && git push --force', { mode: 'auto' })).toEqual([
    'always asks: `git push --force`: rewrites or deletes history that others have',
    '  runs    ls                only reads',
    '  asks    git push --force  rewrites or deletes history that others have; always asks, in every mode',
    '',
  ])
  expect(linesFor('echo a > out.log').slice(0, 3)).toEqual([
    'asks in Ask mode: writes out.log',
    '  runs    echo a          only reads',
    '  asks    writes out.log',
  ])
})

test('what asks is followed by the rules that would help, as they are typed', () => {
  expect(linesFor("cd src && npm test -- 'it''s'")).toEqual([
    'asks in Ask mode: `npm test -- its`: no rule covers this',
    '  runs    cd src           only reads',
    '  asks    npm test -- its  no rule covers this',
    'to stop being asked, save a rule:',
    "  countersign rules add allow 'terminal.exec(npm test -- its)'  exactly this command",
    "  countersign rules add allow 'terminal.exec(npm test -- *)'    every command that begins with `npm test --`",
    "  countersign rules add allow 'terminal.exec(npm test *)'       every command that begins with `npm test`",
    '',
  ])
})

test('where no single rule is enough it says so; what always asks has none', () => {
  expect(linesFor('npm test && make')).toContain(
    'to be asked less, save rules; each part that asks needs one:',
  )
  expect(linesFor('git push --force').join('\n')).not.toContain('rules add')
})

test('what cannot be loaded is said with what was perhaps meant', () => {
  const lists = { allow: ['terminal.exec(npm test'] }
  const lines = linesFor('npm test', { mode: 'atuo', layers: [{ layer: 'user', lists }] })
  expect(lines).toContain(
    '  rule refused: allow terminal.exec(npm test at 23: the `(` is not closed; perhaps `terminal.exec(npm test)`',
  )
  expect(lines).toContain(
    '  there is no mode atuo, so Strict applies; the modes are Plan, Strict, Ask, Accept edits, Auto',
  )
})

test('a file that cannot be read is named once, with what says why', () => {
  const project = { layer: 'project', lists: {}, unreadable: ['deny', 'ask', 'allow'] } as const
  const lines = linesFor('npm test', { layers: [project] })
  expect(lines.filter((line) => line.includes('rules test'))).toEqual([
    "  the project's rules cannot be loaded; `countersign rules test` says which lines",
  ])
})

test('nothing reaches the terminal that it would obey, and no name is endless', () => {
  for (const text of ['files.write(a\u001B[31mb)', 'mcp__x__y(\u001B]0;x\u0007)', 'files.read(a\u202Eb)']) {
    // oxlint-disable-next-line no-control-regex -- that there are none is the point
    expect(linesFor(text).join('\n')).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/)
  }
  const long = linesFor(`cat ${'a'.repeat(5_000)} && make`)
  expect(Math.max(...long.slice(1).map((line) => line.length))).toBeLessThan(300)
})
