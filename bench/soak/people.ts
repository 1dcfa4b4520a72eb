import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import {
  InterruptedCall,
  PendingApproval,
  ThreadView,
  WaitingCall,
  type ThreadId,
} from '../../packages/protocol/src/index.ts'
import type { Client, Reply } from '../fleet/client.ts'
import { startRun, useCollection, usePlugin, useTerminal } from './house.ts'
import type { Person } from './person.ts'
import { EFFECTS, isDangerous, message, tokenOf } from './story.ts'

/** The number of threads to keep; above it the oldest is deleted, so that the list does not grow. */
const CHATS = 30
const FOLLOWED = 6
const MODES = ['plan', 'strict', 'default', 'acceptEdits', 'auto'] as const

/** Performs one random action, like people who use several screens at once. */
export async function actByChance(person: Person): Promise<void> {
  const { random } = person
  const dice = random()
  const act = ACTS.find(({ below }) => dice < below) ?? ACTS[0]
  if (act === undefined) return
  person.deeds.set(act.name, (person.deeds.get(act.name) ?? 0) + 1)
  await act.run(person)
  await delay(random.between(20, 300))
}

const ACTS: readonly {
  readonly name: string
  readonly below: number
  run(person: Person): Promise<unknown>
}[] = [
  { name: 'messages', below: 0.19, run: say },
  { name: 'answers', below: 0.56, run: answerSome },
  { name: 'modes set', below: 0.63, run: setMode },
  { name: 'stops', below: 0.67, run: stop },
  { name: 'lines cut', below: 0.73, run: cut },
  { name: 'chats opened', below: 0.83, run: lookElsewhere },
  { name: 'asked for more time', below: 0.86, run: keepWaiting },
  { name: 'settled', below: 0.9, run: settleInterrupted },
  { name: 'put back', below: 0.92, run: undo },
  { name: 'runs', below: 0.945, run: startRun },
  { name: 'collections', below: 0.965, run: useCollection },
  { name: 'plugins', below: 0.985, run: usePlugin },
  { name: 'terminals', below: 1, run: useTerminal },
]

async function chats({ client }: Person): Promise<readonly ThreadView[]> {
  return z.object({ threads: z.array(ThreadView) }).parse(await client.get('/api/threads')).threads
}

async function say(person: Person): Promise<void> {
  const { client, random } = person
  const all = await chats(person)
  if (all.length > CHATS) await client.command({ type: 'thread_delete', thread_id: all.at(-1)?.id })
  const thread = all.length < CHATS / 2 || random() < 0.15 ? await create(person) : random.pick(all)?.id
  if (thread === undefined) return
  await client.follow(thread)
  await client.command({ type: 'turn_start', thread_id: thread, text: message(person.newName()) })
}

async function create({ client, random }: Person): Promise<ThreadId | undefined> {
  const permission_mode = random.pick(['default', 'default', 'acceptEdits', 'auto', 'strict'])
  const reply = await client.command({ type: 'thread_create', title: 'soak', permission_mode })
  return typeof reply === 'object' && reply.type === 'ok' ? reply.thread_id : undefined
}

/** Two people may answer one card at the same moment, each in another way; one of them learns that it is too late. */
async function answerSome(person: Person): Promise<void> {
  const { client, random } = person
  const approval = random.pick(client.view.waiting.approvals)
  if (approval === undefined) return
  const call = client.view.waiting.calls.get(approval.tool_call_id)
  const decision = isDangerous(call?.specifier ?? '')
    ? 'deny'
    : random.pick(['allow_once', 'allow_once', 'allow_once', 'deny', 'allow_chat'])
  await client.command({
    type: 'tool_approval_response',
    tool_call_id: approval.tool_call_id,
    hash: approval.hash,
    decision,
  })
}

async function setMode(person: Person): Promise<void> {
  const thread = person.random.pick(await chats(person))
  const permission_mode = person.random.pick(MODES)
  if (thread) await person.client.command({ type: 'mode_set', thread_id: thread.id, permission_mode })
}

async function stop(person: Person): Promise<void> {
  const thread = person.random.pick(await chats(person))
  if (thread) await person.client.command({ type: 'turn_stop', thread_id: thread.id })
}

async function cut({ fleet, random }: Person): Promise<void> {
  fleet.proxy.cut(random)
}

async function lookElsewhere(person: Person): Promise<void> {
  const { client, random } = person
  const { following } = client
  const leave = random.pick(following)
  if (leave !== undefined && following.length >= FOLLOWED) await client.unfollow(leave)
  const thread = random.pick(await chats(person))
  if (thread) await client.follow(thread.id)
}

async function keepWaiting({ client, random }: Person): Promise<void> {
  const approval = random.pick(client.view.waiting.approvals)
  if (approval) await client.command({ type: 'keep_waiting', tool_call_id: approval.tool_call_id })
}

const WaitingPage = z.object({
  approvals: z.array(PendingApproval),
  calls: z.array(WaitingCall),
  interrupted: z.array(InterruptedCall),
})

/** The calls that wait for people, fetched again from a server. */
export async function waiting(client: Client): Promise<z.infer<typeof WaitingPage>> {
  return WaitingPage.parse(await client.get('/api/waiting'))
}

/** A person checks whether the call was executed before reporting its outcome. */
export async function settleInterrupted(person: Person): Promise<void> {
  const { client, fleet, random } = person
  const call = random.pick((await waiting(client)).interrupted)
  if (call === undefined) return
  const token = tokenOf(call.specifier)
  const isDone = token !== undefined && (await fleet.lines(EFFECTS)).includes(token)
  const how = isDone ? 'done' : random() < 0.5 ? 'again' : 'not_done'
  await client.command({ type: 'call_settle', tool_call_id: call.id, hash: call.hash, how })
}

async function undo({ client, random }: Person): Promise<Reply | undefined> {
  const open = [...client.view.open.values()].flatMap((thread) =>
    thread.state === 'ready' ? [...thread.calls.values()] : [],
  )
  const call = random.pick(
    open.filter((call) => 'undo' in call && call.undo === 'possible' && call.tool === 'files.write'),
  )
  return call && client.command({ type: 'call_undo', tool_call_id: call.id, skip_conflicts: true })
}

/** Answers everything that waits, until nothing is left. */
export async function answerAll(person: Person): Promise<void> {
  const { client } = person
  const { approvals, calls, interrupted } = await waiting(client)
  const specifiers = new Map(calls.map(({ id, specifier }) => [id, specifier]))
  for (const { tool_call_id, hash } of approvals) {
    const decision = isDangerous(specifiers.get(tool_call_id) ?? '') ? 'deny' : 'allow_once'
    await client.command({ type: 'tool_approval_response', tool_call_id, hash, decision })
  }
  for (let left = interrupted.length; left > 0; left -= 1) await settleInterrupted(person)
}
