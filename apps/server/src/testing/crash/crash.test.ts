/** @module-tag slow */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { Gone, Server } from './server.ts'
import { seeThrough, startRound } from './round.ts'
import { crashes } from './suite.ts'
import { judge } from './tally.ts'

const CLEAN = { ok: true, unsprung: [], failures: [], verdict: { double: [], lost: [], unverifiable: [] } }

/** The short form of `npm run crash`: the points around the effect, and a few random moments. */
test.each([
  ['embedded', ['calls.begin:after', 'effect:after', 'approvals.answer:after'], 1],
  ['postgres', ['effect:before', 'calls.end:after', 'turns.park:after'], 3],
])(
  'killed on %s at %j and %i times at random: nothing lost, nothing twice',
  async (store, points, rounds) => {
    const home = await mkdtemp(join(tmpdir(), 'cs-crash-'))
    const databaseUrl = store === 'postgres' ? await newDatabase() : ''
    const outcome = await crashes({ home, databaseUrl, rounds, seed: 7, points, say: () => undefined })
    expect(outcome).toMatchObject(CLEAN)
    expect(outcome.sprung.length).toBeGreaterThanOrEqual(points.length)
    await rm(home, { recursive: true, force: true })
  },
  240_000,
)

/** Milliseconds: short enough to wait for its end, long enough for a busy machine. */
const LEASE = 4000

test('a process that was stopped for longer than its lease cannot act on the turn it lost', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-stop-'))
  const databaseUrl = await newDatabase()
  const memory = { started: new Set<string>(), answers: new Map<string, 'allow_once' | 'deny'>() }
  const stopped = await Server.start(home, databaseUrl, LEASE)
  // It stops right before it writes that its call is running, with everything else decided.
  await stopped.arm({ point: 'calls.begin:before', nth: 1, signal: 'SIGSTOP' })
  await startRound(stopped, 'round1', memory)
  // Its presence lock holds as long as its socket: nothing but the end of its lease says that it is gone.
  const other = await Server.start(home, databaseUrl, LEASE)
  await seeThrough(other, 60_000, memory)
  stopped.signal('SIGCONT')
  // It woke up, found its lease gone, and answers again.
  await stopped.open()
  const report = await other.report()
  await stopped.close()
  await other.close()
  const effects = await effectsIn(home)
  expect(judge(report, effects, memory)).toMatchObject({
    double: [],
    lost: [],
    unverifiable: [],
    interrupted: 0,
  })
  expect(report.calls.map(({ state }) => state).toSorted()).toEqual([
    'denied',
    'succeeded',
    'succeeded',
    'succeeded',
    'succeeded',
    'succeeded',
  ])
  await rm(home, { recursive: true, force: true })
}, 120_000)

test('what a kill interrupted runs again when a person says so, once, and only then', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-again-'))
  const databaseUrl = await newDatabase()
  const memory = { started: new Set<string>(), answers: new Map<string, 'allow_once' | 'deny'>() }
  const first = await Server.start(home, databaseUrl)
  // A call that asked is running, and its process dies before it does anything. Calls that a rule let through may be cut off with it.
  const token = 'round1.a'
  await first.arm({ point: 'effect:before', nth: 1, token, signal: 'SIGKILL' })
  await startRound(first, 'round1', memory)
  await expect(seeThrough(first, 60_000, memory)).rejects.toBeInstanceOf(Gone)
  const second = await Server.start(home, databaseUrl)
  await seeThrough(second, 60_000, memory)
  const card = (await second.interrupted()).find((cut) => cut.token === token)
  if (card === undefined) throw new Error('the call that asked was not interrupted')
  const times = async () => (await effectsIn(home)).filter((line) => line === token).length
  expect(await times()).toBe(0)
  await second.settle(card, 'again')
  await expect(second.settle(card, 'again')).rejects.toThrow('already_settled')
  await seeThrough(second, 60_000, memory)
  expect(await times()).toBe(1)
  const { calls, audit } = await second.report()
  expect(audit.ok).toBe(true)
  const states = calls.filter((call) => call.token === token).map(({ state }) => state)
  expect(states).toEqual(['abandoned', 'succeeded'])
  await second.close()
  await rm(home, { recursive: true, force: true })
}, 120_000)

async function effectsIn(home: string): Promise<readonly string[]> {
  const text = await readFile(join(home, 'effects'), 'utf8')
  return text.split('\n').filter((line) => line !== '')
}
