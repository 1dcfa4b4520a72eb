import { offers, type Offer, type Place, type Policy, type Specifier } from '@countersign/policy'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import type { Call, CallResult, StoredCall } from '../call/call.ts'
import { pass } from '../gate/gate.ts'
import type { GateParts } from '../gate/parts.ts'
import { MemoryStore } from '../memory-store.ts'
import { oneUseTool } from '../outside/one-use-tool.ts'
import { isJson, type OutsideCall } from '../outside/outside-call.ts'
import { readTool } from '../outside/tools.ts'
import type { Clock } from '../ports.ts'
import { isGenerator, lastOf, piecesOf, type Give } from './pieces.ts'
import type { ToolOutcome } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'

/** A question to the program about a call that neither a rule nor the mode settles. */
export interface GateQuestion {
  readonly call: Call
  readonly decision: NonNullable<StoredCall['decision']>
  /** Rules that would allow such calls from now on, from exact to general. */
  readonly offers: readonly Offer[]
  /** Titles of the sub-agents above, outermost first. */
  readonly parents: readonly string[]
  readonly signal: AbortSignal
}

export interface GateReply {
  readonly allow: boolean
  /** Who answered, for the record. */
  readonly by: string
  /** Words for the model when the answer is no. */
  readonly feedback?: string
}

export interface GateOptions {
  /** Returns the current policy. The gate calls it for every call, so rules and mode may change while an agent works. */
  policy(): Policy
  readonly place: Place
  /** Puts the question to a person. Without it everything that asks is refused. */
  ask?(question: GateQuestion): Promise<GateReply>
  /** Describes what a tool of this program does. By default, names that known agents use are recognised and all others are external. */
  describe?(name: string, input: unknown, place: Place): OutsideCall | undefined
  /** Resolves a path through its symlinks. */
  realpath?(path: string): Promise<string>
  readonly clock: Clock
}

/** The gate around the tools of a program that has its own loop, such as the AI SDK's. */
export interface Gate {
  /**
   * Returns the same tools, each of which runs only once it is allowed. Refuses a tool that runs elsewhere, because the gate could not stop
   * it.
   */
  wrap<Tools extends GatedTools>(tools: Tools): Tools
  /** The gate of a sub-agent: the same rules, and its questions name the sub-agent. */
  sub(title: string): Gate
  /** Every call so far, with its decision, the answer and the result. */
  calls(): readonly StoredCall[]
}

/** Tools by name, as the AI SDK has them. The gate does not interpret their input or output. */
export type GatedTools = Readonly<Record<string, object>>

/** Thrown for a call that did not run; the model reads its message. */
export class CallRefused extends Error {
  readonly result: CallResult

  constructor(result: CallResult) {
    super(result.text)
    this.name = 'CallRefused'
    this.result = result
  }
}

const THREAD = ThreadId.parse('thr_embedded')
const TURN = TurnId.parse('trn_embedded')

/** Makes a gate for a program's own tools. */
export function createGate(options: GateOptions): Gate {
  const store = new MemoryStore(options.clock)
  const lease = store.lease(TURN)
  let calls = 0

  function gateOf(parents: readonly string[]): Gate {
    async function walk(
      { name, run, give }: Walked,
      input: unknown,
      given: ExecuteOptions,
    ): Promise<unknown> {
      const signal = given.abortSignal ?? new AbortController().signal
      let value: unknown
      // The program keeps the object, and may change it while the call is decided.
      const sent = JSON.stringify(input ?? {})
      const { specifier, body, ...call } = await described(options, name, input)
      const tool = oneUseTool(call, {
        inspect: () => Promise.resolve({ specifier, body }),
        async run() {
          if (JSON.stringify(input ?? {}) !== sent) return CHANGED
          value = await lastOf(run(input, given), give)
          return { ok: true, text: textOf(value) }
        },
      })
      const id = CallId.parse(`call_${(calls += 1)}`)
      const origin = {
        id,
        threadId: THREAD,
        turnId: TURN,
        parentId: null,
        depth: parents.length,
        place: options.place,
      }
      const asked = { id, providerId: id, name: tool.name, input: sent }
      const parsed = await parseCall(new Toolbelt([tool]), asked, origin)
      if (!parsed.ok) throw new CallRefused(parsed.result)
      const result = await pass(partsOf(options, store, { parents, signal }), {
        lease,
        call: parsed.call,
        tool,
        place: options.place,
        parents,
        signal,
        isNew: true,
      })
      if (result.state !== 'succeeded') throw new CallRefused(result)
      return value
    }

    return {
      wrap: (tools) => wrapped(tools, walk),
      sub: (title) => gateOf([...parents, title]),
      calls: () => store.all(),
    }
  }
  return gateOf([])
}

const CHANGED: ToolOutcome = {
  ok: false,
  code: 'stale',
  text: 'did not run: its input changed after it was proposed',
}

interface ExecuteOptions {
  readonly abortSignal?: AbortSignal
}
type Execute = (input: unknown, options: ExecuteOptions) => unknown
type Walk = (tool: Walked, input: unknown, options: ExecuteOptions) => Promise<unknown>

/** A tool on its way through the gate. */
interface Walked {
  readonly name: string
  readonly run: Execute
  /** Receives the pieces of the result as they arrive; the last one is the result itself. */
  readonly give: Give
}

/** Ignores the pieces, for callers that only want the result. */
const ignored: Give = () => Promise.resolve()

function wrapped<Tools extends GatedTools>(tools: Tools, walk: Walk): Tools {
  const entries = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool as { readonly execute?: unknown } // the next line checks it
    if (typeof execute !== 'function')
      throw new TypeError(`\`${name}\` has no \`execute\`: it runs elsewhere, where no gate can hold it back`)
    const run: Execute = (input, options) => execute.call(tool, input, options) as unknown // a tool's own function
    // The caller must know before anything runs whether a result comes in pieces, so the kind of function decides.
    const gated = isGenerator(execute)
      ? async function* (input: unknown, options: ExecuteOptions = {}) {
          yield* piecesOf((give) => walk({ name, run, give }, input, options))
        }
      : (input: unknown, options: ExecuteOptions = {}) => walk({ name, run, give: ignored }, input, options)
    return [name, { ...tool, execute: gated }]
  })
  return Object.fromEntries(entries) as Tools // the same tools under the same names
}

function partsOf(
  options: GateOptions,
  store: MemoryStore,
  { parents, signal }: Pick<GateQuestion, 'parents' | 'signal'>,
): GateParts {
  return {
    calls: store,
    clock: options.clock,
    policy: { snapshot: () => Promise.resolve(options.policy()) },
    answers: {
      async settled(id, waiting) {
        const row = await store.find(id)
        if (row?.state === 'waiting' && row.decision !== null)
          await answer(options, store, row, { decision: row.decision, parents, signal })
        return store.settled(id, waiting)
      },
    },
  }
}

async function answer(
  options: GateOptions,
  store: MemoryStore,
  { call }: StoredCall,
  about: Pick<GateQuestion, 'decision' | 'parents' | 'signal'>,
): Promise<void> {
  const subject = { tool: call.facts, specifier: call.specifier, place: options.place }
  const question = { ...about, call, offers: offers(subject, options.policy()) }
  const reply = (await options.ask?.(question)) ?? {
    allow: false,
    by: 'nobody',
    feedback: 'nobody is there to answer',
  }
  store.answer(call.id, { ...reply, hash: call.hash })
}

async function described(options: GateOptions, name: string, input: unknown): Promise<OutsideCall> {
  const args = isJson(input) ? input : { input }
  const call = options.describe?.(name, input, options.place) ?? readTool(name, args, options.place.cwd)
  return { ...call, specifier: await followed(call.specifier, options) }
}

async function followed(specifier: Specifier, { realpath }: GateOptions): Promise<Specifier> {
  if (specifier.kind !== 'path' || realpath === undefined) return specifier
  const follow = async (asked: string) => ({ asked, resolved: await realpath(asked) })
  return { kind: 'path', paths: await Promise.all(specifier.paths.map(({ asked }) => follow(asked))) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
