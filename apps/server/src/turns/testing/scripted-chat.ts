import { ThreadId, type CallView, type ServerMessage } from '@countersign/protocol'
import { SCRIPTED, type ScriptedAnswer } from '../../testing/scripted-model.ts'
import type { TestClient } from '../../testing/running-server.ts'

/** A thread with a scripted `obedient` model: it makes the calls that a message names. */
export interface ScriptedChat {
  readonly id: ThreadId
  /** Sends the calls of one turn. `load`: groups of tools that the model loads first. */
  say(
    calls: ScriptedAnswer['calls'],
    more?: { readonly load?: readonly string[]; readonly [field: string]: unknown },
  ): Promise<ServerMessage>
  /** Waits until this many turns have ended. */
  ended(turns?: number): Promise<void>
  /** The latest views of all calls. */
  calls(): readonly CallView[]
}

export async function scriptedChat(client: TestClient, more: object = {}): Promise<ScriptedChat> {
  const made = await client.command({ type: 'thread_create', model: SCRIPTED, ...more })
  const id = ThreadId.parse('thread_id' in made ? made.thread_id : JSON.stringify(made))
  await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
  const events = () =>
    client.messages.flatMap((message) =>
      message.type === 'event' && message.thread_id === id ? [message.event] : [],
    )
  return {
    id,
    say: (calls, { load, ...rest } = {}) =>
      client.command({ type: 'turn_start', thread_id: id, text: JSON.stringify({ calls, load }), ...rest }),
    async ended(turns = 1) {
      const over = () =>
        new Set(
          events().flatMap((event) =>
            event.type === 'turn_updated' && ['done', 'failed', 'cancelled'].includes(event.turn.state)
              ? [event.turn.id]
              : [],
          ),
        ).size
      while (over() < turns) await client.next()
    },
    calls() {
      const latest = new Map<string, CallView>()
      for (const event of events())
        if (event.type === 'tool_call_update') latest.set(event.call.id, event.call)
      return [...latest.values()]
    },
  }
}
