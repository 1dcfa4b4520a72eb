/** @module-tag slow */
import {
  CALL_MOVES,
  callStateAfter,
  callStatesBefore,
  moveCall,
  type CallMove,
  type Lease,
} from '@countersign/agent'
import { CallState } from '@countersign/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ground } from '../contract/ground.ts'
import type { Store } from '../open-store.ts'
import {
  EVENTS,
  explore,
  FRESH,
  isSame,
  next,
  type CallEvent,
  type Kind,
  type Model,
} from '../testing/call-machine.ts'
import { externalGround } from '../testing/grounds.ts'
import { decided, newCall, NO_EXTRA, openScene, plainUuid, type Scene } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'

const KINDS: readonly Kind[] = [
  { repeat: 'never', needsPerson: false },
  { repeat: 'never', needsPerson: true },
  { repeat: 'safe', needsPerson: false },
  { repeat: 'idempotent', needsPerson: false },
]

const REPEATS = ['never', 'idempotent', 'safe'] as const

const BEGUN: ReadonlySet<Model['state']> = new Set(['running', 'succeeded', 'interrupted', 'abandoned'])
const FINAL: ReadonlySet<Model['state']> = new Set([
  'succeeded',
  'failed',
  'blocked',
  'denied',
  'expired',
  'cancelled',
  'abandoned',
])

describe.each(KINDS)('every event in every state, on paper: %j', (kind) => {
  const reached = [...explore(kind).values()]

  test('every state that a call can be in is reached, and no other', () => {
    const states = new Set(reached.map(({ model }) => model.state))
    const all = [
      'none',
      'waiting',
      'approved',
      'running',
      'succeeded',
      'failed',
      'blocked',
      'denied',
      'expired',
      'cancelled',
    ]
    expect([...states].toSorted()).toEqual(
      [...all, ...(kind.repeat === 'safe' ? [] : ['interrupted', 'abandoned'])].toSorted(),
    )
  })

  test('no path begins without a countersignature, and what needs a person has a person’s', () => {
    const unsigned = reached.filter(
      ({ model }) =>
        BEGUN.has(model.state) && (kind.needsPerson ? model.signed !== 'person' : model.signed === 'nobody'),
    )
    expect(unsigned).toEqual([])
  })

  test('no path begins twice, but what is safe to repeat or was looked at', () => {
    const most = Math.max(...reached.map(({ model }) => model.begun))
    expect(most).toBe(kind.repeat === 'never' ? 1 : 2)
  })

  test('what is settled stays settled', () => {
    for (const { model } of reached.filter(({ model }) => FINAL.has(model.state)))
      for (const event of EVENTS) expect(next(model, event, kind).state).toBe(model.state)
  })
})

/** The move of the agent's own machine that each event makes, where the lease is the right one. */
const MOVES: Readonly<Partial<Record<CallEvent, readonly CallMove[]>>> = {
  propose_run: ['propose_run'],
  propose_ask: ['propose_ask'],
  propose_block: ['propose_blocked'],
  turn_away: ['propose_failed'],
  allow: ['allow'],
  deny: ['deny'],
  plan: ['deny'],
  expire: ['expire'],
  ask_again: ['ask_again'],
  refuse_stale: ['refuse_failed'],
  begin: ['begin'],
  stop: ['cancel', 'cut_short'],
  crash: ['repeat', 'interrupt'],
  verified_done: ['verify_done'],
  verified_not_done: ['verify_not_done'],
  settle_done: ['settle_done'],
  settle_not_done: ['settle_not_done'],
  settle_again: ['settle_again'],
}

test.each(KINDS)('the machine that the store goes by says what the paper says: %j', (kind) => {
  for (const { model } of explore(kind).values()) {
    if (model.turn === 'stopped') continue
    for (const [event, moves] of Object.entries(MOVES)) {
      const made = moves.map((move) => moveCall(model.state, move, kind)).find((state) => state !== undefined)
      // The keys of the record above.
      expect([event, made ?? model.state]).toEqual([event, next(model, event as CallEvent, kind).state])
    }
  }
})

describe('the store does what the paper says', () => {
  let ground: Ground | undefined
  let store: Store
  const processId = plainUuid()
  beforeAll(async () => {
    ground = await externalGround()
    store = await ground.open(processId)
  })
  afterAll(async () => {
    await store.close()
    await ground?.close()
  })

  test.each(KINDS)(
    '%j',
    async (kind) => {
      const wrong: string[] = []
      let tried = 0
      for (const { model, path } of explore(kind).values()) {
        // Counting further tells the store nothing new.
        if (model.begun > 1) continue
        const stays = EVENTS.filter((event) => isSame(next(model, event, kind), model))
        const moves = EVENTS.filter((event) => !isSame(next(model, event, kind), model))
        // What is refused must change nothing: all of it happens to one call. What moves it has a call of its own.
        for (const events of [stays, ...moves.map((event) => [event])]) {
          const played = await Played.open(store, processId, kind)
          for (const step of path) await played.play(step)
          for (const event of events) {
            await played.play(event)
            const [is, ought] = [await played.state(), next(model, event, kind).state]
            if (is !== ought) wrong.push(`${[...path, event].join(' ')}: ${is}, not ${ought}`)
            tried += 1
          }
          await played.close()
        }
      }
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(200)
    },
    240_000,
  )

  test('the trigger permits every move of the machine, and beyond it only these', async () => {
    const permitted = await movesOfTrigger(store)
    const made = REPEATS.flatMap((repeat) =>
      CALL_MOVES.flatMap((move) =>
        callStatesBefore(move)
          .filter((from) => moveCall(from, move, { repeat, needsPerson: false }) !== undefined)
          .map((from) => `${from} ${callStateAfter(move)} ${repeat}`),
      ),
    )
    expect(made.filter((move) => !permitted.includes(move))).toEqual([])
    expect(permitted.filter((move) => !made.includes(move)).toSorted()).toEqual(
      [
        // No call is stored as `proposed` any more.
        ...REPEATS.flatMap((repeat) =>
          ['waiting', 'approved', 'failed', 'blocked'].map((to) => `proposed ${to} ${repeat}`),
        ),
        // After a crash the first is checked before it runs again, and the second simply runs again.
        'running approved idempotent',
        'running interrupted safe',
      ].toSorted(),
    )
  })

  test('a fresh call is no call', async () => {
    const played = await Played.open(store, processId, { repeat: 'never', needsPerson: false })
    expect(await played.state()).toBe(FRESH.state)
    await played.close()
  })
})

/** The moves that the trigger of the database lets through, on a copy of the table without its other constraints. */
function movesOfTrigger({ db }: Store): Promise<readonly string[]> {
  // A temporary table belongs to its connection.
  return db.connection().execute(async (one) => {
    await sql`create temporary table moved as select * from calls with no data`.execute(one)
    await sql`create trigger call_moves before update on moved for each row execute function call_moves()`.execute(
      one,
    )
    const permitted: string[] = []
    for (const repeat of REPEATS)
      for (const from of CallState.options)
        for (const to of CallState.options) {
          if (from === to) continue
          await sql`truncate moved`.execute(one)
          await sql`insert into moved (state, repeat) values (${from}, ${repeat})`.execute(one)
          const moved = await sql`update moved set state = ${to}`.execute(one).then(
            () => true,
            (cause: unknown) => {
              if (!String(cause).includes('cannot go from')) throw cause
              return false
            },
          )
          if (moved) permitted.push(`${from} ${to} ${repeat}`)
        }
    await sql`drop table moved`.execute(one)
    return permitted
  })
}

/** A call in the store to which events happen. */
class Played {
  readonly #scene: Scene
  readonly #processId: string
  readonly #call: Awaited<ReturnType<typeof newCall>>
  #current: Lease
  #former: Lease

  private constructor(scene: Scene, processId: string, call: Awaited<ReturnType<typeof newCall>>) {
    this.#scene = scene
    this.#processId = processId
    this.#call = call
    this.#current = scene.lease
    this.#former = { ...scene.lease, epoch: scene.lease.epoch - 1 }
  }

  static async open(store: Store, processId: string, { repeat, needsPerson }: Kind): Promise<Played> {
    const scene = await openScene(store, processId)
    return new Played(scene, processId, await newCall(scene, { repeat, destructive: needsPerson }))
  }

  async state(): Promise<CallState | 'none'> {
    return (await this.#scene.store.calls.find(this.#call.id))?.state ?? 'none'
  }

  async close(): Promise<void> {
    // The turn, and the one in which a call runs again.
    while (await this.#scene.store.turns.stop(this.#scene.user, this.#scene.thread.id));
  }

  /** Lets an event happen. A refusal is an answer; only a lease that is lost and a broken invariant are exceptions. */
  async play(event: CallEvent): Promise<void> {
    await this.#happen(event).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      if (!/lease|a_person_decides_what_needs_one|no result/.test(message)) throw cause
    })
  }

  async #happen(event: CallEvent): Promise<unknown> {
    const { store, user, thread } = this.#scene
    const { id, hash } = this.#call
    const done = { state: 'succeeded', text: 'ok', code: null } as const
    switch (event) {
      case 'propose_run':
        return store.calls.propose(this.#current, this.#call, decided('run'), NO_EXTRA)
      case 'propose_ask':
        return store.calls.propose(this.#current, this.#call, decided('ask'), NO_EXTRA)
      case 'propose_block':
        return store.calls.propose(this.#current, this.#call, decided('block'), NO_EXTRA)
      case 'allow':
        return store.approvals.answer(user, { callId: id, hash, decision: 'allow_once' })
      case 'deny':
        return store.approvals.answer(user, { callId: id, hash, decision: 'deny' })
      case 'keep_waiting':
        return store.approvals.keepWaiting(user, id)
      case 'expire':
        await store.db
          .updateTable('approvals')
          .set({ expires_at: ranOut() })
          .where('call_id', '=', id)
          .where('state', '=', 'pending')
          .execute()
        return store.approvals.expireDue()
      case 'plan':
        return store.threads.setMode(user, thread.id, 'plan')
      case 'ask_again':
        return store.calls.askAgain(this.#current, id, decided('ask'), [])
      case 'refuse_stale': {
        const stale = { state: 'failed', code: 'stale', text: 'stale' } as const
        return store.calls.refuse(this.#current, id, stale, { via: 'policy', by: 'stale', at: 0 })
      }
      case 'begin':
        return store.calls.begin(this.#current, id, hash)
      case 'begin_by_former':
        return store.calls.begin(this.#former, id, hash)
      case 'end':
        return store.calls.end(this.#current, id, done)
      case 'end_by_former':
        return store.calls.end(this.#former, id, done)
      case 'stop':
        return store.turns.stop(user, thread.id)
      case 'crash':
        return this.#crash()
      case 'turn_away':
        return store.calls.recordRejected(this.#current, this.#call, {
          state: 'failed',
          code: 'bad_arguments',
          text: 'no',
        })
      case 'verified_done':
        return store.calls.verified(this.#current, id, done)
      case 'verified_not_done':
        return store.calls.resume(this.#current, id)
      case 'settle_done':
        return store.approvals.settle(user, { callId: id, hash, how: 'done' })
      case 'settle_not_done':
        return store.approvals.settle(user, { callId: id, hash, how: 'not_done' })
      case 'settle_again':
        return store.approvals.settle(user, { callId: id, hash, how: 'again' })
    }
  }

  /** The lease runs out and the turn is taken again. */
  async #crash(): Promise<void> {
    const { store } = this.#scene
    await store.db
      .updateTable('turns')
      .set({ lease_until: ranOut() })
      .where('id', '=', this.#current.turnId)
      .where('status', '=', 'running')
      .execute()
    const claimed = await store.turns.claim(this.#processId)
    if (claimed === undefined) return
    this.#former = this.#current
    this.#current = claimed.lease
  }
}
