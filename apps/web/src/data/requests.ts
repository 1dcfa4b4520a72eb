import type { ServerMessage, ThreadId, ToolView, UndoView, WireError } from '@countersign/protocol'
import { texts } from './texts.ts'

/** The server's answer to one command. */
export type Reply =
  | { readonly ok: true; readonly thread?: ThreadId; readonly undo?: UndoView }
  | { readonly ok: false; readonly error: WireError }

/** The reply to a command while the connection is down. */
export const NOT_CONNECTED: WireError = { code: 'unavailable', message: texts.notConnected }

type Tools = { readonly ok: true; readonly tools: readonly ToolView[] }

export interface Requests {
  readonly expect: (id: string) => Promise<Reply>
  readonly expectTools: (id: string) => Promise<Tools>
  readonly settle: (message: ServerMessage) => void
  readonly failAll: (error: WireError) => void
}

/** Matches answers to commands by `request_id`. */
export function createRequests(): Requests {
  const waiting = new Map<string, (reply: Reply) => void>()
  const tools = new Map<string, (reply: Tools) => void>()

  function settle(id: string, reply: Reply): void {
    waiting.get(id)?.(reply)
    waiting.delete(id)
    if (!reply.ok) tools.delete(id)
  }

  return {
    expect: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    expectTools: (id) => new Promise((resolve) => tools.set(id, resolve)),
    settle: (message) => {
      if (message.type === 'ok') {
        settle(message.request_id, {
          ok: true,
          ...(message.thread_id === undefined ? {} : { thread: message.thread_id }),
        })
      } else if (message.type === 'undone') {
        settle(message.request_id, { ok: true, undo: message.undo })
      } else if (message.type === 'error' && message.request_id !== null) {
        settle(message.request_id, { ok: false, error: message.error })
      } else if (message.type === 'tools') {
        tools.get(message.request_id)?.({ ok: true, tools: message.tools })
        tools.delete(message.request_id)
        waiting.delete(message.request_id)
      }
    },
    failAll: (error) => {
      for (const id of waiting.keys()) settle(id, { ok: false, error })
    },
  }
}
