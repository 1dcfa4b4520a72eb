import {
  MemoryStore,
  runTurn,
  Toolbelt,
  defineTool,
  type ChatProvider,
  type ModelPart,
  type Tool,
  type TurnParts,
} from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { z } from 'zod'
import { retrying } from '../../providers/retrying.ts'
import { BENCH_LIMITS } from './turn.ts'

/** The work in progress when the stop comes. `deaf`: it ignores the stop and is abandoned. */
const KINDS = [
  'stream',
  'deaf stream',
  'pause before a retry',
  'tool',
  'deaf tool',
  'queue for a lock',
  'question',
  'question about a budget',
  'all of these side by side',
] as const
type Kind = (typeof KINDS)[number]

/** The maximum depth. */
const DEPTH = 3

/** The duration of a stop, for all kinds of work in progress, at every depth. */
export async function stopFigures(rounds: number): Promise<string> {
  const figures: string[] = []
  for (const kind of KINDS) {
    let most = 0
    for (let depth = 0; depth <= DEPTH; depth += 1)
      for (let round = 0; round < rounds; round += 1) most = Math.max(most, await stopOnce(kind, depth))
    figures.push(`${kind} ${most.toFixed(1)}`)
  }
  return `a stop at depths 0 to ${DEPTH}, at most, in milliseconds: ${figures.join(', ')}`
}

/** Milliseconds from the stop to the end of the turn. */
async function stopOnce(kind: Kind, depth: number): Promise<number> {
  const scene = new Scene(kind, depth)
  const running = scene.run()
  // Everything that can begin has begun.
  while (!scene.isUnderWay()) await new Promise((look) => setImmediate(look))
  const began = performance.now()
  scene.abort.abort()
  const outcome = await running
  if (outcome.kind !== 'stopped') throw new Error(`the turn ended as ${outcome.kind}`)
  return performance.now() - began
}

const SIMPLE = KINDS.slice(0, -1)

class Scene {
  readonly abort = new AbortController()
  readonly #clock = { now: () => Math.round(performance.timeOrigin + performance.now()) }
  readonly #store = new MemoryStore(this.#clock)
  readonly #begun = new Map<string, number>()
  readonly #kinds: readonly Kind[]
  readonly #depth: number
  #ids = 0

  constructor(kind: Kind, depth: number) {
    // The question about a budget blocks everything after it.
    this.#kinds =
      kind === 'all of these side by side'
        ? SIMPLE.filter((simple) => simple !== 'question about a budget')
        : [kind]
    this.#depth = depth
  }

  isUnderWay(): boolean {
    const waiting = this.#store.all().filter(({ state }) => state === 'waiting').length
    return this.#kinds.every((kind) => (kind === 'question' ? waiting > 0 : this.#begun.has(kind)))
  }

  run() {
    const turnId = TurnId.parse('trn_bench')
    const policy = compilePolicy({ mode: 'default', layers: [] })
    const parts: TurnParts = {
      gate: {
        calls: this.#store,
        answers: this.#store,
        policy: { snapshot: () => Promise.resolve(policy) },
        clock: this.#clock,
      },
      provider: retrying(this.#model(), { tries: 5, first: 60_000, longest: 60_000, sleep: this.#sleep }),
      journal: this.#store,
      events: { chunk: () => {}, output: () => {}, withdrawn: () => {}, budgetExceeded: () => {} },
      ids: { call: () => CallId.parse(`call_${String((this.#ids += 1))}`) },
      limits: this.#kinds.includes('question about a budget')
        ? { ...BENCH_LIMITS, modelCalls: this.#depth + 1 }
        : BENCH_LIMITS,
      allWaiting: () => {},
      extend: () => this.#forEver('question about a budget'),
    }
    const belt = new Toolbelt([
      this.#tool('tool', 'read'),
      this.#tool('deaf tool', 'read'),
      this.#tool('question', 'write'),
      this.#tool('queue for a lock', 'read', 'one'),
      this.#tool('question about a budget', 'read'),
    ])
    const place = { workspace: '/w', cwd: '/w', home: '/home/ana' }
    return runTurn(
      parts,
      {
        lease: this.#store.lease(turnId),
        threadId: ThreadId.parse('thr_bench'),
        turnId,
        model: 'bench',
        place,
        belt,
        messages: [{ role: 'user', text: this.#first() }],
        system: () => 'You are measured.',
      },
      this.abort.signal,
    )
  }

  #begin(kind: string): void {
    this.#begun.set(kind, (this.#begun.get(kind) ?? 0) + 1)
  }

  #forEver(kind: string): Promise<never> {
    this.#begin(kind)
    return new Promise(() => {})
  }

  readonly #sleep = (_: number, signal: AbortSignal): Promise<void> => {
    this.#begin('pause before a retry')
    return new Promise((end) => {
      signal.addEventListener('abort', () => end(), { once: true })
    })
  }

  /**
   * Descends to the depth with one sub-agent per level, and starts the work to be stopped there, each kind in a sub-agent if there are
   * several.
   */
  #model(): ChatProvider {
    const begin = (kind: string) => this.#begin(kind)
    const calls = (asked: string) => this.#calls(asked)
    return {
      name: 'Bench',
      async *stream({ messages }, signal): AsyncGenerator<ModelPart> {
        const asked = messages[1]?.text ?? ''
        if (asked === 'pause before a retry') {
          yield { type: 'failed', message: 'busy', retryable: true }
          return
        }
        if (asked === 'stream' || asked === 'deaf stream') {
          yield { type: 'text', text: 'on and on' }
          begin(asked)
          await new Promise<void>((ended) => {
            if (asked === 'stream') signal.addEventListener('abort', () => ended(), { once: true })
          })
          return
        }
        for (const call of calls(asked)) yield { type: 'call', call }
        yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
      },
    }
  }

  #calls(asked: string) {
    const call = (name: string, input: object, index = 0) => ({
      providerId: `p${index}`,
      name,
      input: JSON.stringify(input),
    })
    const below = (instructions: string, index: number) =>
      call('run_subtask', { title: 'Below', instructions }, index)
    const level = Number(asked)
    // The last level before the depth starts the work, which is then at the depth.
    if (!Number.isNaN(level)) {
      if (level < this.#depth - 1) return [below(String(level + 1), 0)]
      return this.#kinds.map(below)
    }
    return asked === 'queue for a lock' ? [call(asked, {}, 0), call(asked, {}, 1)] : [call(asked, {})]
  }

  /** The root's task: to do it itself, or to descend. */
  #first(): string {
    const [only] = this.#kinds
    return this.#depth === 0 && only !== undefined && this.#kinds.length === 1 ? only : '0'
  }

  #tool(name: string, category: 'read' | 'write', lock?: string): Tool {
    return defineTool({
      name,
      description: name,
      input: z.object({}),
      category,
      destructive: false,
      editSafe: false,
      capability: 'safe',
      specifier: { kind: 'text', template: '' },
      repeat: 'safe',
      parallelSafe: true,
      ...(lock === undefined ? {} : { lock }),
      title: () => name,
      inspect: () =>
        Promise.resolve({
          specifier: { kind: 'text', text: '' },
          body: { kind: 'arguments', entries: [] },
          targets: [],
        }),
      run: (_input, { signal }) => {
        if (name === 'question about a budget') return Promise.resolve({ ok: true, text: 'and on' })
        if (name !== 'tool') return this.#forEver(name)
        this.#begin(name)
        return new Promise((ended) => {
          signal.addEventListener('abort', () => ended({ ok: false, code: 'stopped', text: 'stopped' }), {
            once: true,
          })
        })
      },
    })
  }
}
