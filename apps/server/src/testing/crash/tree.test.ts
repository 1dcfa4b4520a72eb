/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import type { CallReport, Report } from './messages.ts'
import { crashes } from './suite.ts'
import { askedAgain, misplaced } from './tree-tally.ts'
import { treeResult } from './tree-story.ts'

/** The short form of `npm run crash -- --trees`: sub-agents two and three deep are under way at every one of these moments. */
test('killed while sub-agents three deep run: no answer asked for again, no effect twice, every result in its place', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-trees-'))
  const points = [
    ['turns.append:after', 4],
    ['calls.propose:before', 6],
    ['effect:after', 3],
    ['calls.end:before', 4],
    ['turns.append:before', 6],
  ] as const
  const outcome = await crashes({
    home,
    databaseUrl: await newDatabase(),
    rounds: 0,
    seed: 7,
    points: [],
    trees: points.map(([point, nth]) => ({ point, nth, signal: 'SIGKILL' })),
    say: () => undefined,
  })
  expect(outcome).toMatchObject({
    ok: true,
    unsprung: [],
    failures: [],
    verdict: { double: [], lost: [], unverifiable: [], misplaced: [], askedAgain: [] },
  })
  expect(outcome.sprung).toHaveLength(points.length)
  expect(outcome.verdict.calls).toBe(points.length * 12)
  await rm(home, { recursive: true, force: true })
}, 240_000)

const call = (token: string, more: Partial<CallReport>): CallReport => ({
  id: token,
  token,
  tool: 'count.auto',
  state: 'succeeded',
  via: 'policy',
  parentId: null,
  depth: 0,
  result: `counted ${token}`,
  ...more,
})
const audit = { ok: true, rows: 0, problems: [] }
const below = call('tree1/right.s', { parentId: 'tree1/right', depth: 1 })
const right = call('tree1/right', {
  tool: 'run_subtask',
  result: treeResult('tree1/right', ['counted tree1/right.s']),
})
const turn = { round: 'tree1', status: 'done', said: treeResult('tree1', [right.result ?? '']) }
const report = (calls: readonly CallReport[], turns = [turn]): Report => ({
  calls: [...calls],
  turns: [...turns],
  audit,
})

test.each([
  ['all in place', report([right, below]), []],
  [
    'below another',
    report([right, { ...below, parentId: null }]),
    ['tree1/right.s is at depth 1 below the root'],
  ],
  [
    'at another depth',
    report([right, { ...below, depth: 2 }]),
    ['tree1/right.s is at depth 2 below tree1/right'],
  ],
  [
    'a result that is another’s',
    report([{ ...right, result: treeResult('tree1/right', []) }, below], []),
    ['tree1/right says done tree1/right: []'],
  ],
  [
    'an answer without a result',
    report([right, below], [{ ...turn, said: 'done' }]),
    ['tree1 ended with done'],
  ],
])('the tally finds what is misplaced: %s', (_name, given, found) => {
  expect(misplaced(given)).toEqual(found)
})

test.each([
  [['asked 1', 'asked 1', 'kept 1', 'asked 2'], []],
  [['asked 1', 'kept 1', 'asked 1'], ['the model was asked again for 1']],
])('the tally finds answers that were asked for again: %j', (lines, found) => {
  expect(askedAgain(lines)).toEqual(found)
})
