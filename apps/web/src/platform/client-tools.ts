import type { CallId, ClientCommand, ServerMessage } from '@countersign/protocol'
import type { Line, Transport } from '../data/transport.ts'
import type { RequestIds } from '../ids.ts'
import type { AddedTools } from './added-tools.ts'
import type { ClientTool } from './client-tool.ts'
import type { WindowPanes } from './window-panes.ts'

/**
 * Offers the tools of this page on every new connection and whenever the set changes, runs the calls that the server hands over, and
 * reports how they ended. The gate has decided each call before it arrives here. Without tools the connection is returned unchanged.
 */
export function withClientTools(
  transport: Transport,
  own: readonly ClientTool[],
  ids: RequestIds,
  window?: { readonly name: string; readonly panes: WindowPanes },
  added?: AddedTools,
): Transport {
  if (own.length === 0 && window === undefined && added === undefined) return transport
  const now = (): readonly ClientTool[] => [...own, ...(added?.now() ?? [])]
  return {
    connect: (listener) => {
      const running = new Map<CallId, AbortController>()
      let unfollow = (): void => {}
      let stopListening = (): void => {}
      const offer = (): void =>
        line.send({ type: 'manifest', request_id: ids(), tools: now().map(({ tool }) => tool) })
      const line: Line = transport.connect({
        opened: () => {
          offer()
          stopListening = added?.onChange(offer) ?? stopListening
          if (window !== undefined) unfollow = tellPanes(window, line, ids)
          listener.opened()
        },
        said: (message) => {
          if (message.type === 'tool_run') void runHere(message, line)
          else if (message.type === 'tool_run_cancelled') running.get(message.tool_call_id)?.abort()
          else if (message.type === 'window_ask') void answerAsk(message)
          else listener.said(message)
        },
        closed: () => {
          stopListening()
          for (const stop of running.values()) stop.abort()
          unfollow()
          listener.closed()
        },
      })
      async function answerAsk({
        ask_id,
        about,
        of,
        thread_id,
      }: Extract<ServerMessage, { type: 'window_ask' }>): Promise<void> {
        const answer = (await window?.panes.answer(about, of, thread_id)) ?? null
        line.send({ type: 'window_answer', request_id: ids(), ask_id, answer })
      }
      async function runHere(call: Extract<ServerMessage, { type: 'tool_run' }>, on: Line): Promise<void> {
        const stop = new AbortController()
        running.set(call.tool_call_id, stop)
        const outcome = await outcomeOf(now(), call, stop.signal)
        running.delete(call.tool_call_id)
        // A stopped call needs no result.
        if (stop.signal.aborted) return
        on.send({ type: 'tool_run_result', request_id: ids(), tool_call_id: call.tool_call_id, ...outcome })
      }
      return {
        ...line,
        send: (command) => line.send(window === undefined ? command : led(command, window.panes)),
      }
    },
  }
}

/** A turn that starts while a text or workflow is open gets the editor context. */
function led(command: ClientCommand, panes: WindowPanes): ClientCommand {
  if (command.type !== 'turn_start' || command.chat_context !== undefined) return command
  const workflowId = panes.workflow()
  if (workflowId !== undefined) return { ...command, chat_context: { kind: 'editor', workflowId } }
  return panes.hasText() ? { ...command, chat_context: { kind: 'editor' } } : command
}

/** Sends the panes of this window, now and after every change. */
function tellPanes(
  { name, panes }: { readonly name: string; readonly panes: WindowPanes },
  line: Line,
  ids: RequestIds,
): () => void {
  let told = ''
  let waits = false
  const tell = (): void => {
    waits = false
    const source = panes.source()
    const said = {
      window: name,
      ...(source === undefined ? {} : { thread_id: source.thread }),
      panes: [...(source?.panes() ?? [])],
    }
    const text = JSON.stringify(said)
    if (text === told) return
    told = text
    line.send({ type: 'panes', request_id: ids(), ...said })
  }
  tell()
  // Batches several changes in one tick into one report.
  return panes.listen(() => {
    if (waits) return
    waits = true
    queueMicrotask(tell)
  })
}

async function outcomeOf(
  tools: readonly ClientTool[],
  { name, args, tool_call_id: call, thread_id: thread }: Extract<ServerMessage, { type: 'tool_run' }>,
  signal: AbortSignal,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const found = tools.find(({ tool }) => tool.name === name)
  if (found === undefined) return { ok: false, text: `this page has no \`${name}\`` }
  try {
    return await found.run(args, signal, { call, thread })
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) }
  }
}
