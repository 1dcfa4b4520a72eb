import { Toolbelt } from '@countersign/agent'
import { CallId, type CallView } from '@countersign/protocol'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { localPerson } from '../../auth/local-person.ts'
import { answerWaits } from '../../gate/answer-waits.ts'
import { startSweep } from '../../jobs/sweep.ts'
import { policySource } from '../../rules/policy-source.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { codeOf } from '../../store/sql/store-error.ts'
import { turnRunner } from '../../turns/runner.ts'
import type { Wake } from '../../platform/hub.ts'
import { Asked, type Answer, type Question, type Report } from './messages.ts'
import { Traps, withTraps } from './points.ts'
import { countingTools, IN_PARTS, ModelLog, scriptedModel } from './story.ts'
import { writingTools } from './writing-tools.ts'

/**
 * A server process of the crash suite: the real store, gate, loop, runner and sweep, with a scripted model and tools that count their
 * effects. Arguments: data folder, the address of a PostgreSQL or nothing, and the length of a lease in milliseconds.
 */
const [home = '', databaseUrl = '', leaseLength = '15000'] = process.argv.slice(2)
const processId = randomUUID()
const traps = new Traps()

const opened = await openStore({
  home,
  ...(databaseUrl === '' ? {} : { databaseUrl }),
  approvalTimeout: null,
  leaseLength: Number(leaseLength),
  processId,
  // Broken connections are expected in this suite.
  failed: () => undefined,
})
if (!opened.ok) throw new Error(opened.error.message)
const log = new ModelLog(join(home, 'model'))
const store = withTraps(logged(opened.value), traps)
const user = localPerson()

const clock = { now: () => Date.now() }
const waits = answerWaits(store.calls, () => undefined)
const runner = turnRunner({
  processId,
  turns: store.turns,
  gate: { calls: store.calls, answers: waits, policy: policySource(store.rules), clock },
  belt: new Toolbelt([
    ...countingTools(join(home, 'effects'), traps),
    ...writingTools(home, traps, store.paths),
  ]),
  own: [],
  clock,
  elapsed: () => performance.now(),
  ids: { call: () => CallId.parse(`call_${randomUUID().replaceAll('-', '')}`) },
  provider: () => Promise.resolve(scriptedModel(log)),
  failed: () => undefined,
})
const ANY = { calls: 'any', stopped: 'any' } as const
const wake: Wake = ({ calls, stopped }) => {
  waits.wake(calls)
  runner.check(stopped)
  runner.wake()
}
const deaf = store.outbox.listen((hint) => {
  if (hint.kind === 'wake') wake(hint)
})
const sweep = startSweep({
  recovery: store.recovery,
  approvals: store.approvals,
  prune: () => store.prune(),
  wake: () => wake(ANY),
  failed: () => undefined,
})

process.on('message', (message) => {
  const { id, question } = Asked.parse(message)
  answer(question).then(
    (said) => send({ id, ok: true, ...said }),
    (cause: unknown) => {
      const code = codeOf(cause) ?? ''
      send({ id, ok: false, error: `${code} ${cause instanceof Error ? cause.message : String(cause)}` })
    },
  )
})
// The runner is gone, so nobody needs answers.
process.once('disconnect', () => process.exit())
wake(ANY)
send({ id: 0, ok: true })

/** The store, with every journalled answer written into the log. */
function logged(plain: Store): Store {
  const { turns } = plain
  return {
    ...plain,
    turns: {
      ...turns,
      async append(lease, entry) {
        await turns.append(lease, entry)
        log.kept(entry)
      },
      async hold(lease, entry) {
        const held = await turns.hold(lease, entry)
        held.written.then(
          () => log.kept(entry),
          () => undefined,
        )
        return held
      },
    },
  }
}

function send(said: Answer): void {
  process.send?.(said)
}

async function answer(question: Question): Promise<Omit<Answer, 'id' | 'ok'>> {
  switch (question.kind) {
    case 'arm':
      traps.arm(question.trap)
      return {}
    case 'start':
      await start(store, question.round)
      return {}
    case 'waiting':
      return { cards: (await store.approvals.waiting(user, { limit: 1000 })).calls.map(cardOf) }
    case 'interrupted':
      return { cards: (await store.approvals.waiting(user, { limit: 1000 })).interrupted.map(cardOf) }
    case 'settle': {
      const { hash, how } = question
      const settled = await store.approvals.settle(user, { callId: CallId.parse(question.callId), hash, how })
      if (!settled.ok) throw new Error(settled.code)
      return {}
    }
    case 'answer': {
      const { hash, decision, parts } = question
      const answered = await store.approvals.answer(user, {
        callId: CallId.parse(question.callId),
        hash,
        decision,
        ...(parts === undefined ? {} : { parts }),
      })
      if (!answered.ok) throw new Error(answered.code)
      return {}
    }
    case 'open': {
      const rows = await store.db
        .selectFrom('turns')
        .select(['id', 'status'])
        .where('ended_at', 'is', null)
        .execute()
      return { open: rows.map(({ id, status }) => `${id} ${status}`) }
    }
    case 'report':
      return { report: await report(store) }
    case 'close':
      await close()
      return {}
  }
}

function cardOf(call: CallView) {
  const { id, hash, specifier } = call
  const parts = call.state === 'waiting' ? call.parts?.map((part) => part.id) : undefined
  return { callId: id, hash, token: specifier, ...(parts === undefined ? {} : { parts }) }
}

async function start(to: Store, round: string): Promise<void> {
  const thread = await to.threads.create(user, {
    title: round,
    mode: 'default',
    model: 'script',
    workspace: home,
  })
  await to.rules.add(user, { list: 'allow', text: 'count.auto' })
  await to.rules.add(user, { list: 'allow', text: 'count.keyed' })
  // A person signs parts, a rule never does.
  if (round !== IN_PARTS) await to.rules.add(user, { list: 'allow', text: 'files.write' })
  await to.turns.start(user, thread.id, { text: round })
}

async function report(from: Store): Promise<Report> {
  const rows = await from.db.selectFrom('calls').selectAll().orderBy('number').execute()
  const turns = await from.db
    .selectFrom('turns')
    .innerJoin('messages', 'messages.turn_id', 'turns.id')
    .select(['turns.id', 'turns.status', 'messages.body', 'messages.role'])
    .where('messages.role', 'in', ['user', 'assistant'])
    .orderBy('messages.number')
    .execute()
  const said = new Map(turns.flatMap(({ id, role, body }) => (role === 'assistant' ? [[id, body.text]] : [])))
  const audit = await from.audit.verify()
  return {
    calls: rows.map(({ id, tool, state, signature, frozen, parent_id: parentId, depth, result }) => ({
      id,
      tool,
      state,
      parentId,
      depth,
      result: result?.text ?? null,
      via: signature?.via ?? null,
      token: frozen.specifierText,
    })),
    turns: turns
      .filter(({ role }) => role === 'user')
      .map(({ id, status, body }) => ({ round: body.text, status, said: said.get(id) ?? '' })),
    audit: {
      ok: audit.ok,
      rows: audit.rows,
      problems: audit.problems.map(({ chain, seq, message }) => `${chain} ${seq}: ${message}`),
    },
  }
}

async function close(): Promise<void> {
  await sweep.stop()
  deaf()
  await runner.close()
  await store.close()
  process.nextTick(() => process.disconnect())
}
