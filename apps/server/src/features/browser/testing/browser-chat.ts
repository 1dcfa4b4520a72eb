import type { CallView } from '@countersign/protocol'
import { SCRIPTED } from '../../../testing/scripted-model.ts'
import type { TestClient } from '../../../testing/running-server.ts'

/** A server that a test talks to, in this or another process. */
export interface Reached {
  readonly client: TestClient
  request(path: string, init?: RequestInit): Promise<Response>
}

/** A thread over the wire whose model follows instructions, one call per turn. */
export interface BrowserChat {
  readonly thread: string
  /** Sends the message that makes the model call the tool: the browser, or another one. */
  begin(args: Readonly<Record<string, unknown>>, tool?: string): Promise<void>
  /** Does the same, and waits until that call has ended. */
  act(args: Readonly<Record<string, unknown>>): Promise<CallView>
  /** The next call that enters this state, or the last one that did since the turn began. */
  call(state: CallView['state'], tool?: string): Promise<CallView>
  answer(call: CallView, decision?: 'allow_once' | 'deny'): Promise<void>
  /** The full result, as the model gets it. */
  result(call: CallView): Promise<string>
}

/** The environment that the browser needs in tests: the paths of Chromium and bubblewrap. */
export const BROWSER_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { CHROMIUM_PATH: process.env['CHROMIUM_PATH'] }),
}

const OVER: ReadonlySet<CallView['state']> = new Set([
  'succeeded',
  'failed',
  'interrupted',
  'blocked',
  'denied',
  'expired',
  'cancelled',
])

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled'])

export async function allowRule({ request }: Reached, text: string): Promise<void> {
  const answer = await request('/api/rules', json('POST', { list: 'allow', text }))
  if (!answer.ok) throw new Error(await answer.text())
}

export function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export async function browserChat(
  reached: Reached,
  {
    thread,
    mode = 'default',
    ...more
  }: { readonly thread?: string; readonly mode?: string; readonly approval_timeout?: number } = {},
): Promise<BrowserChat> {
  const { client, request } = reached
  const made =
    thread === undefined
      ? await client.command({ type: 'thread_create', model: SCRIPTED, permission_mode: mode, ...more })
      : undefined
  const thread_id = thread ?? (made?.type === 'ok' ? made.thread_id : undefined)
  if (thread_id === undefined) throw new Error(JSON.stringify(made))
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  let since = 0
  const find = async (fits: (call: CallView) => boolean) => {
    const message = await client.until(
      (one) =>
        client.messages.indexOf(one) >= since &&
        one.type === 'event' &&
        one.event.type === 'tool_call_update' &&
        one.event.call.thread_id === thread_id &&
        fits(one.event.call),
    )
    if (message.type !== 'event' || message.event.type !== 'tool_call_update') throw new Error('no call')
    return message.event.call
  }
  const chat: BrowserChat = {
    thread: thread_id,
    async begin(args, tool = 'browser') {
      since = client.messages.length
      const text = JSON.stringify({ calls: [{ name: tool, args }] })
      const started = await client.command({ type: 'turn_start', thread_id, text })
      if (started.type !== 'ok') throw new Error(JSON.stringify(started))
    },
    async act(args) {
      await chat.begin(args)
      const call = await find(({ tool, state }) => tool === 'browser' && OVER.has(state))
      await client.until(
        (one) =>
          client.messages.indexOf(one) >= since &&
          one.type === 'event' &&
          one.event.type === 'turn_updated' &&
          one.event.turn.id === call.turn_id &&
          ENDED.has(one.event.turn.state),
      )
      return call
    },
    call: (state, tool) => find((call) => call.state === state && (tool === undefined || call.tool === tool)),
    async answer(call, decision = 'allow_once') {
      const answered = await client.command({
        type: 'tool_approval_response',
        tool_call_id: call.id,
        decision,
        hash: call.hash,
      })
      if (answered.type !== 'ok') throw new Error(JSON.stringify(answered))
    },
    async result(call) {
      const answer = await request(`/api/calls/${call.id}/result`)
      return ((await answer.json()) as { text: string }).text // our own route
    },
  }
  return chat
}
