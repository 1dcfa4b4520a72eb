import {
  approvalCommands,
  rulesRoutes,
  threadCommands,
  type CallId,
  type CallView,
  type MessageView,
  type ThreadEvent,
  type ThreadId,
  type TurnView,
} from '@countersign/protocol'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { modeTyped } from '@countersign/protocol/mode-words'
import { visible, visibleLine } from '../../chat/visible.ts'
import { newMessageId } from '../../clock.ts'
import { reachServer, type Api, type Reached } from '../../server-client.ts'
import { openWire, type Wire } from '../../wire.ts'
import { warnOfAgent } from '../warn-of-agent.ts'
import { complain } from '../output.ts'
import { wholeMessage } from '../../whole.ts'

export interface RunOptions {
  readonly prompt?: string
  readonly mode?: string
  readonly allow: readonly string[]
  readonly model?: string
  readonly maxCost?: number
  readonly grant: readonly string[]
  readonly withhold: readonly string[]
  readonly output: 'text' | 'json' | 'stream-json'
  readonly wait?: boolean
  readonly dir?: string
  readonly agent?: boolean
}

/** Changes to the default capabilities of a run's thread; none by default. */
function capabilitiesIn({ grant, withhold }: RunOptions): {
  readonly capabilities?: Record<string, boolean>
} {
  if (grant.length + withhold.length === 0) return {}
  const chosen = [
    ...grant.map((name) => [name, true] as const),
    ...withhold.map((name) => [name, false] as const),
  ]
  return { capabilities: Object.fromEntries(chosen) }
}

/** Exit codes of a run, for scripts. */
const EXIT = { done: 0, wrong: 1, denied: 2, budget: 3, provider: 4, stopped: 5 } as const

/** Runs one turn without a screen. Calls that would ask are denied with a reason, or wait for an answer from elsewhere. */
export async function run(options: RunOptions): Promise<number> {
  warnOfAgent(options.agent)
  const piped = process.stdin.isTTY ? '' : await text(process.stdin)
  const prompt = [options.prompt ?? '', piped].filter((part) => part.trim() !== '').join('\n\n')
  if (prompt === '') return complain('say what to do: `countersign run -p "…"`, or pipe it in')
  const reached = await reachServer()
  if (!reached.ok) return complain(reached.message)
  const { server } = reached
  try {
    const wire = await openWire(server.port, server)
    try {
      return await oneTurn(wire, server, prompt, options)
    } finally {
      wire.close()
    }
  } finally {
    await server.close()
  }
}

/** Seconds that `--wait` waits for an answer, unless the person's settings say otherwise. */
const UNATTENDED_WAIT = 300

async function oneTurn(wire: Wire, server: Reached, prompt: string, options: RunOptions): Promise<number> {
  const created = await wire.command(threadCommands.create, {
    title: prompt.split('\n')[0]?.slice(0, 80) ?? 'run',
    workspace: resolve(options.dir ?? '.'),
    ...(options.mode === undefined ? {} : { permission_mode: modeTyped(options.mode) }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.maxCost === undefined ? {} : { max_cost: options.maxCost }),
    approval_timeout: UNATTENDED_WAIT,
    ...capabilitiesIn(options),
  })
  if (created.type === 'error') return complain(created.error.message)
  if (created.type !== 'ok' || created.thread_id === undefined) return complain('no chat could be opened')
  const threadId = created.thread_id
  for (const rule of options.allow) {
    const body = { list: 'allow', text: rule, thread_id: threadId } as const
    const kept = await server.api.call(rulesRoutes.add, { body })
    if (!kept.ok) return complain(kept.message)
  }
  const turn = new Turn(wire, threadId, options)
  wire.listen((id, event) => {
    if (id === threadId) turn.hear(event)
  })
  await wire.command(threadCommands.subscribe, { thread_id: threadId, after_seq: 0 })
  const stop = () => void wire.command(threadCommands.stopTurn, { thread_id: threadId })
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const started = await wire.command(threadCommands.startTurn, {
    client_message_id: newMessageId(),
    thread_id: threadId,
    text: prompt,
  })
  if (started.type === 'error') return complain(started.error.message)
  const lost = wire.closed.then(() => 'lost' as const)
  const end = await Promise.race([turn.ended, lost])
  process.removeListener('SIGINT', stop)
  process.removeListener('SIGTERM', stop)
  if (end === 'lost') return complain('lost the connection to the server; the turn continues there')
  return turn.report(end, server.api)
}

/** The output for scripts while a turn runs, and at its end. */
class Turn {
  readonly #wire: Wire
  readonly #threadId: ThreadId
  readonly #options: RunOptions
  readonly #calls = new Map<string, CallView>()
  readonly #denied = new Set<string>()
  readonly ended: Promise<TurnView>
  #end: (turn: TurnView) => void = () => {}
  #answer: MessageView | undefined
  #usage: Extract<ThreadEvent, { type: 'cost_summary' }> | undefined

  constructor(wire: Wire, threadId: ThreadId, options: RunOptions) {
    this.#wire = wire
    this.#threadId = threadId
    this.#options = options
    this.ended = new Promise((resolved) => {
      this.#end = resolved
    })
  }

  hear(event: ThreadEvent): void {
    if (this.#options.output === 'stream-json') write(event)
    switch (event.type) {
      case 'chunk':
        if (event.kind === 'text' && event.depth === 0 && this.#options.output === 'text')
          process.stdout.write(process.stdout.isTTY ? visible(event.text) : event.text)
        break
      case 'message_added':
        // An empty one only holds the tree of its calls.
        if (event.message.role !== 'assistant' || event.message.text === '') break
        this.#answer = event.message
        if (this.#options.output === 'text') process.stdout.write('\n')
        break
      case 'tool_call_update':
        this.#calls.set(event.call.id, event.call)
        break
      case 'tool_approval_request':
        this.#asked(event.approval.tool_call_id, event.approval.hash)
        break
      case 'cost_summary':
        this.#usage = event
        break
      case 'turn_updated':
        if (['done', 'failed', 'cancelled'].includes(event.turn.state)) this.#end(event.turn)
        break
      default:
        break
    }
  }

  #asked(callId: CallId, hash: string): void {
    const call = this.#calls.get(callId)
    if (this.#options.wait === true) {
      console.error(
        `countersign: waiting for an answer: ${call?.title ?? callId} (\`countersign approvals show ${callId}\`)`,
      )
      return
    }
    this.#denied.add(callId)
    void this.#wire.command(approvalCommands.answer, {
      tool_call_id: callId,
      hash,
      decision: 'deny',
      feedback: 'nobody can answer in this run; do without it, or stop and say what you needed',
    })
  }

  async report(turn: TurnView, api: Api): Promise<number> {
    const code = this.#code(turn)
    const text = this.#options.output === 'text' ? '' : await this.#wholeAnswer(api)
    const calls = [...this.#calls.values()]
    if (this.#options.output === 'json')
      write({
        thread_id: this.#threadId,
        ...outcome(code),
        text,
        error: turn.error,
        usage: this.#usage ?? null,
        calls: calls.map(({ id, tool, specifier, state, signature }) => ({
          id,
          tool,
          specifier,
          state,
          signature,
        })),
      })
    if (this.#options.output === 'stream-json')
      write({
        type: 'result',
        thread_id: this.#threadId,
        ...outcome(code),
        text,
        error: turn.error,
      })
    if (this.#options.output === 'text') {
      for (const id of this.#denied) {
        const call = this.#calls.get(id)
        if (call !== undefined)
          console.error(
            `countersign: denied because nobody is here to answer: ${call.tool}(${visibleLine(call.specifier)})`,
          )
      }
      if (turn.error !== null) console.error(`countersign: ${visibleLine(turn.error)}`)
    }
    return code
  }

  /** Events have only the beginning of a long answer. */
  async #wholeAnswer(api: Api): Promise<string> {
    const { id, text = '', bytes } = this.#answer ?? {}
    if (id === undefined || bytes === undefined) return text
    const whole = await wholeMessage(api, id)
    return whole.ok ? whole.value.text : text
  }

  #code(turn: TurnView): number {
    if (turn.state === 'cancelled') return EXIT.stopped
    if (turn.budget !== undefined) return EXIT.budget
    if (turn.state === 'failed') return EXIT.provider
    const refused = [...this.#calls.values()].some(({ state }) =>
      ['denied', 'blocked', 'expired'].includes(state),
    )
    return refused ? EXIT.denied : EXIT.done
  }
}

function outcome(code: number): { outcome: string; exit_code: number } {
  const name = Object.entries(EXIT).find(([, value]) => value === code)?.[0] ?? 'wrong'
  return { outcome: name, exit_code: code }
}

function write(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
