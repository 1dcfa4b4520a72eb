/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { seeThrough, startRound, type Memory } from './round.ts'
import { Gone, Server } from './server.ts'
import { IN_PARTS, THREE_EDITS } from './story.ts'

let home: string
let databaseUrl: string
let memory: Memory
/** What the model was told. */
let results: readonly string[]
const notes = () => join(home, 'work', 'notes.txt')
const created = () => join(home, 'work', 'new', 'notes.txt')

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-files-'))
  // Readable by others, so that a run as root keeps its database here.
  await chmod(home, 0o755)
  databaseUrl = await newDatabase()
  memory = { started: new Set(), answers: new Map() }
  await mkdir(join(home, 'work'))
  await writeFile(notes(), 'before\n')
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** A round whose process is killed at a point, and what another process makes of it. */
async function killedAt(
  point: string,
  round: string,
  { nth = 1, meanwhile }: { readonly nth?: number; meanwhile?(): Promise<void> } = {},
) {
  const first = await Server.start(home, databaseUrl)
  await first.arm({ point, nth, signal: 'SIGKILL' })
  await startRound(first, round, memory).catch(ignoreGone)
  await seeThrough(first, 60_000, memory).catch(ignoreGone)
  expect(first.alive).toBe(false)
  await meanwhile?.()
  const second = await Server.start(home, databaseUrl)
  await seeThrough(second, 60_000, memory)
  const { calls, audit } = await second.report()
  await second.close()
  expect(audit.ok).toBe(true)
  results = calls.map(({ result }) => result ?? '')
  return calls.map(({ state }) => state)
}

function ignoreGone(cause: unknown): void {
  if (!(cause instanceof Gone)) throw cause
}

/** Before the file is changed, in the middle of it, and after: the file itself says how far it came. */
test.each([
  ['effect:before', 'files.write'],
  ['kept', 'files.edit'],
  ['effect:after', 'files.create'],
])(
  'killed at %s, %s ends as done, and was done once',
  async (point, round) => {
    expect(await killedAt(point, round)).toEqual(['succeeded'])
    expect(await readFile(round === 'files.create' ? created() : notes(), 'utf8')).toBe('after\n')
  },
  120_000,
)

test('killed and changed by someone else since: a person says, and nothing is written over', async () => {
  const states = await killedAt('kept', 'files.write', {
    meanwhile: () => writeFile(notes(), 'mine\n'),
  })
  expect(states).toEqual(['interrupted'])
  expect(await readFile(notes(), 'utf8')).toBe('mine\n')
}, 120_000)

test.each([
  'calls.propose:after',
  'calls.begin:before',
  'calls.begin:after',
  'effect:before',
  'kept',
  'effect:after',
  'calls.end:before',
])(
  'killed at the second %s of three edits of one file in one step: each is done once, in their order',
  async (point) => {
    expect(await killedAt(point, THREE_EDITS, { nth: 2 })).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(await readFile(notes(), 'utf8')).toBe('one\ntwo\nthree\nbefore\n')
  },
  120_000,
)

const FIVE = 'one\ntwo\nthree\nfour\nfive\n'
const SIGNED = 'ONE\ntwo\nthree\nfour\nFIVE\n'

describe.each(['postgres', 'embedded'])('on %s', (store) => {
  beforeEach(() => {
    // Without an address the database is the embedded one of the data folder.
    if (store === 'embedded') databaseUrl = ''
  })

  test.each([
    'approvals.answer:before',
    'approvals.answer:after',
    'calls.begin:before',
    'calls.begin:after',
    'effect:before',
    'kept',
    'effect:after',
    'calls.end:before',
  ])(
    'killed at %s of a yes to two of three parts: these two are done, once, and the model is told which',
    async (point) => {
      await writeFile(notes(), FIVE)
      expect(await killedAt(point, IN_PARTS)).toEqual(['succeeded'])
      expect(await readFile(notes(), 'utf8')).toBe(SIGNED)
      expect(results[0]).toContain('accepted 1 (l. 1), 3 (l. 5); declined 2 (l. 3)')
    },
    120_000,
  )

  test.each(['approvals.answer:after', 'kept'])(
    'killed at %s of a yes to parts and changed by someone else since: nothing is written',
    async (point) => {
      await writeFile(notes(), FIVE)
      const mine = FIVE.replace('one', 'mine')
      const states = await killedAt(point, IN_PARTS, { meanwhile: () => writeFile(notes(), mine) })
      expect(states).toEqual([point === 'kept' ? 'interrupted' : 'failed'])
      expect(await readFile(notes(), 'utf8')).toBe(mine)
    },
    120_000,
  )
})
