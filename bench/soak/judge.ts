import { isDeepStrictEqual } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { CommandRow } from '../../apps/server/src/testing/fleet/messages.ts'
import { fromSnapshot } from '../../packages/protocol/src/client/index.ts'
import type { ThreadData } from '../../packages/protocol/src/client/index.ts'
import { ThreadView, type ThreadId } from '../../packages/protocol/src/index.ts'
import type { Client } from '../fleet/client.ts'
import { tokenOf } from './story.ts'

/** Milliseconds for a client to receive the last event of a thread once all is quiet. */
const PATIENCE = 15_000

/** Compares a client's view with that of a newly opened client. Returns a sentence for each difference. */
export async function viewsDiffer(client: Client): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const thread of client.following) wrong.push(...(await threadDiffers(client, thread)))
  wrong.push(...(await listDiffers(client)))
  return wrong
}

async function threadDiffers(client: Client, thread: ThreadId): Promise<readonly string[]> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const fresh = await client.snapshot(thread)
    const shown = client.view.open.get(thread)
    // A deleted thread has no fresh view to compare with.
    if (fresh === undefined || shown?.state !== 'ready') return []
    if (shown.seq >= fresh.seq) {
      const known = fromSnapshot(fresh)
      return PARTS.flatMap((part) => difference(part, shown, known)).map(
        (sentence) => `${client.name}, ${thread} at ${shown.seq} and ${fresh.seq}: ${sentence}`,
      )
    }
    if (performance.now() > end)
      return [`${client.name} knows ${thread} up to ${shown.seq}; a fresh view up to ${fresh.seq}`]
    await delay(100)
  }
}

const PARTS = ['thread', 'messages', 'calls', 'approvals', 'turns', 'streaming'] as const
type Part = (typeof PARTS)[number]

function difference(part: Part, shown: ThreadData, fresh: ThreadData): readonly string[] {
  const [here, there] = [plain(part, shown), plain(part, fresh)]
  if (isDeepStrictEqual(here, there)) return []
  const names = [...new Set([...Object.keys(here), ...Object.keys(there)])]
  const name = names.find((key) => !isDeepStrictEqual(here[key], there[key])) ?? ''
  return [
    `${part} ${name} is shown as ${differing(here[name], there[name])}, anew as ${differing(there[name], here[name])}`,
  ]
}

/** The part of a value that differs from another, short enough for a readable sentence. */
function differing(value: unknown, other: unknown): string {
  if (!isFields(value) || !isFields(other)) return short(value)
  return short(
    Object.fromEntries(Object.entries(value).filter(([key, here]) => !isDeepStrictEqual(here, other[key]))),
  )
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function short(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 300) ?? 'nothing'
}

/** A part of a view by names, without the fields that a fresh view omits. */
function plain(part: Part, data: ThreadData): Readonly<Record<string, unknown>> {
  switch (part) {
    case 'thread': {
      // The last use of a thread comes with the list of threads, not with its events.
      const { updated_at: _used, ...thread } = data.thread
      return thread
    }
    case 'messages':
      return Object.fromEntries(data.messages.map((message, index) => [`${index}`, message]))
    case 'streaming':
      return { text: data.streaming.text }
    case 'approvals':
      // A fresh view has only the open questions; the outcome of the others is on their calls.
      return Object.fromEntries([...data.approvals].filter(([, { state }]) => state === 'pending'))
    case 'calls':
      return Object.fromEntries(data.calls)
    case 'turns':
      return Object.fromEntries(data.turns)
  }
}

async function listDiffers(client: Client): Promise<readonly string[]> {
  const end = performance.now() + PATIENCE
  const ids = (threads: readonly ThreadView[]) =>
    threads.map(({ id, permission_mode }) => `${id} ${permission_mode}`).toSorted()
  for (;;) {
    const { threads } = z.object({ threads: z.array(ThreadView) }).parse(await client.get('/api/threads'))
    const shown = client.view.threads ?? []
    const same = isDeepStrictEqual(ids(shown), ids(threads)) && client.view.waiting.approvals.length === 0
    if (same) return []
    if (performance.now() > end)
      return [
        `${client.name} lists ${shown.length} chats and ${client.view.waiting.approvals.length} cards; a fresh view ${threads.length} and none`,
      ]
    await delay(200)
  }
}

/** Whether every command ran as its rows say: at most once, and never if it was refused. Pure. */
export function effectsDiffer(rows: readonly CommandRow[], lines: readonly string[]): readonly string[] {
  const effects = new Map<string, number>()
  for (const line of lines) effects.set(line, (effects.get(line) ?? 0) + 1)
  const states = new Map<string, string[]>()
  for (const { command, state } of rows) {
    const token = tokenOf(command)
    if (token !== undefined) states.set(token, [...(states.get(token) ?? []), state])
  }
  return [
    ...[...effects].flatMap(([token, count]) => (count > 1 ? [`${token} ran ${count} times`] : [])),
    ...[...effects.keys()].flatMap((token) => (states.has(token) ? [] : [`${token} ran and has no row`])),
    ...[...states].flatMap(([token, all]) => {
      const count = effects.get(token) ?? 0
      if (all.includes('succeeded') && count === 0) return [`${token} succeeded and did nothing`]
      if (all.every((state) => REFUSED.has(state)) && count > 0)
        return [`${token} is ${all.join(', ')} and ran`]
      return []
    }),
  ]
}

/** Whether every line that was typed into a terminal ran exactly once. Pure. */
export function typedDiffers(typed: readonly string[], lines: readonly string[]): readonly string[] {
  return typed.flatMap((line) => {
    const count = lines.filter((one) => one === line).length
    return count === 1 ? [] : [`${line} was typed once and ran ${count} times`]
  })
}

const REFUSED = new Set(['denied', 'blocked', 'expired', 'cancelled', 'proposed', 'waiting'])
