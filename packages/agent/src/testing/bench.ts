import { compilePolicy, type PolicySource as Source } from '@countersign/policy'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { z } from 'zod'
import type { Exceeded } from '../loop/budget.ts'
import { DEFAULT_LIMITS, type Limits } from '../loop/limits.ts'
import { runTurn, type TurnOutcome } from '../loop/run-turn.ts'
import type { TurnInput, TurnParts } from '../loop/turn.ts'
import type { CallStore, Journal, PolicySource, TurnEvents } from '../ports.ts'
import type { ChatProvider } from '../provider.ts'
import type { Capabilities, Capability } from '../toolbelt/capabilities.ts'
import { defineTool, type RunContext, type Tool, type ToolOutcome, type Verified } from '../toolbelt/tool.ts'
import { Toolbelt } from '../toolbelt/toolbelt.ts'
import { MemoryStore } from '../memory-store.ts'

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/ana' }
const THREAD = ThreadId.parse('thr_test')
const TURN = TurnId.parse('trn_test')

/** A tool whose effects can be counted. */
export function countingTool(
  name: string,
  options: Partial<Pick<Tool, 'category' | 'parallelSafe' | 'asks'>> & {
    readonly capability?: Capability
    readonly repeat?: 'safe' | 'never'
    /** Makes it `idempotent`. */
    verify?(value: string): Promise<Verified>
    readonly destructive?: boolean
    readonly lock?: string
    run?(value: string, signal: AbortSignal, context: RunContext): Promise<ToolOutcome>
  } = {},
): Tool & { readonly runs: readonly string[] } {
  const runs: string[] = []
  const { verify } = options
  const tool = defineTool({
    name,
    description: `Test tool ${name}.`,
    input: z.object({ value: z.string().default('') }),
    category: options.category ?? 'read',
    destructive: options.destructive ?? false,
    ...(options.asks === undefined ? {} : { asks: options.asks }),
    editSafe: false,
    capability: options.capability ?? 'safe',
    specifier: { kind: 'text', template: '{value}' },
    ...(verify === undefined
      ? { repeat: options.repeat ?? 'never' }
      : { repeat: 'idempotent', verify: ({ value }: { readonly value: string }) => verify(value) }),
    parallelSafe: options.parallelSafe ?? true,
    ...(options.lock === undefined ? {} : { lock: options.lock }),
    title: () => name,
    inspect: ({ value }) =>
      Promise.resolve({
        specifier: { kind: 'text', text: value },
        body: { kind: 'arguments', entries: [{ name: 'value', value }] },
        targets: [],
      }),
    run: ({ value }, context) => {
      runs.push(value)
      return (
        options.run?.(value, context.signal, context) ?? Promise.resolve({ ok: true, text: `did ${value}` })
      )
    },
  })
  return { ...tool, runs }
}

/** Everything around a turn, in memory, with a policy that can be changed while it runs. */
export class Workbench {
  now = 1_000
  readonly clock = { now: () => this.now }
  readonly store = new MemoryStore(this.clock)
  readonly chunks: { readonly text: string; readonly depth: number; readonly parentId: CallId | null }[] = []
  readonly output: string[] = []
  readonly exceeded: Exceeded[] = []
  #ids = 0
  #policy = compilePolicy({ mode: 'default', layers: [] })
  parked = 0

  /** How often the current policy was requested. */
  snapshots = 0
  /** The cached policy, if there is one. */
  recent: PolicySource['recent']

  policy(source: Source): void {
    this.#policy = compilePolicy(source)
  }

  /** Runs or resumes the one turn of this bench. */
  run(
    provider: ChatProvider,
    tools: ConstructorParameters<typeof Toolbelt>[0],
    options: {
      readonly limits?: Partial<Limits>
      readonly signal?: AbortSignal
      readonly mayAct?: () => Promise<boolean>
      extend?: TurnParts['extend']
      /** The capabilities that limit the belt. */
      capabilities?(): Capabilities
      /** The capabilities that the gate checks; absent: all that the belt has. */
      readonly gateHas?: () => Capabilities
      /** A replacement for the store of this bench, such as one that fails. */
      readonly store?: CallStore & Journal
      /** The conversation up to the message. Absent: only the message. */
      readonly messages?: TurnInput['messages']
      readonly compact?: boolean
      /** Handles events in addition to recording them. */
      readonly events?: Partial<TurnEvents>
    } = {},
  ): Promise<TurnOutcome> {
    const { gateHas, capabilities } = options
    const parts: TurnParts = {
      gate: {
        calls: options.store ?? this.store,
        answers: this.store,
        policy: {
          snapshot: () => {
            this.snapshots += 1
            return Promise.resolve(this.#policy)
          },
          ...(this.recent === undefined ? {} : { recent: this.recent }),
        },
        clock: this.clock,
        ...(gateHas ? { capabilities: { of: () => Promise.resolve(gateHas()) } } : {}),
      },
      provider,
      journal: options.store ?? this.store,
      events: {
        chunk: (_kind, text, at) => this.chunks.push({ text, ...at }),
        withdrawn: () => {},
        output: (_call, text) => this.output.push(text),
        budgetExceeded: (exceeded) => this.exceeded.push(exceeded),
        ...options.events,
      },
      ids: { call: () => CallId.parse(`call_${String((this.#ids += 1))}`) },
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      allWaiting: () => {
        this.parked += 1
      },
      ...(options.extend ? { extend: options.extend } : {}),
    }
    return runTurn(
      parts,
      {
        lease: this.store.lease(TURN),
        threadId: THREAD,
        turnId: TURN,
        model: 'scripted',
        place: PLACE,
        belt: new Toolbelt(tools),
        messages: options.messages ?? [{ role: 'user', text: 'go' }],
        ...(options.compact === true ? { compact: true } : {}),
        ...(capabilities ? { capabilities } : {}),
        ...(options.mayAct ? { mayAct: options.mayAct } : {}),
        system: ({ depth, title }) => `level ${depth}${title === undefined ? '' : ` ${title}`}`,
      },
      options.signal ?? new AbortController().signal,
    )
  }

  /** The journal of the turn. */
  journal(): ReturnType<MemoryStore['load']> {
    return this.store.load(TURN)
  }

  /** Answers every waiting call until the turn has ended: yes, unless the value says no. */
  async answering<T>(running: Promise<T>): Promise<T> {
    let ended = false
    const done = running.finally(() => {
      ended = true
    })
    while (!ended) {
      for (const { call, state } of this.store.all())
        if (state === 'waiting')
          this.store.answer(call.id, {
            allow: !call.specifierText.startsWith('no'),
            by: 'ana',
            hash: call.hash,
          })
      await new Promise((resume) => setImmediate(resume))
    }
    return done
  }

  /** Waits until this many calls wait for a person, and returns them. */
  async waiting(count: number): Promise<ReturnType<MemoryStore['all']>> {
    for (;;) {
      const found = this.store.all().filter((row) => row.state === 'waiting')
      if (found.length >= count) return found
      await new Promise((resume) => setImmediate(resume))
    }
  }
}
