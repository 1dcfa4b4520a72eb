import {
  parseCall,
  pass,
  Toolbelt,
  type Call,
  type CallResult,
  type CallStore,
  type GateParts,
  type StoredCall,
  type Tool,
} from '@countersign/agent'
import { compilePolicy, type Decision, type LayerSource, type Place } from '@countersign/policy'
import { CallId, ThreadId, TurnId, type Signature } from '@countersign/protocol'

export interface GivenAnswer {
  readonly allow: boolean
  readonly feedback?: string
}

export interface Rig {
  mode: string
  layers: readonly LayerSource[]
  /** The person's answer to each question; absent: a question is an error of the test. */
  answer: ((asked: StoredCall) => GivenAnswer | Promise<GivenAnswer>) | undefined
  readonly rows: ReadonlyMap<CallId, StoredCall>
  readonly output: string[]
  /** Takes one call through the whole gate. */
  call(
    tools: readonly Tool[],
    name: string,
    args: unknown,
    options?: { readonly signal?: AbortSignal; readonly threadId?: ThreadId },
  ): Promise<CallResult>
}

/** The gate with an in-memory store and a function as the person: for tests of tools. */
export function gateRig(place: Place): Rig {
  const rows = new Map<CallId, StoredCall>()
  const lease = { turnId: TurnId.parse('trn_rig'), epoch: 1 }
  const clock = { now: () => 1000 }
  let ids = 0
  const newId = () => CallId.parse(`call_${(ids += 1)}`)

  const set = (id: CallId, change: Partial<StoredCall>): StoredCall => {
    const row = rows.get(id)
    if (!row) throw new Error(`no call ${id}`)
    const next = { ...row, ...change }
    rows.set(id, next)
    return next
  }
  const calls: CallStore = {
    find: (id) => Promise.resolve(rows.get(id)),
    below: () => Promise.resolve([]),
    propose(_lease, call, decision, { refused }) {
      const opened = refused
        ? ({ state: 'failed', signature: null, result: refused } as const)
        : opening(decision)
      const row: StoredCall = { call, decision, ...opened, proposedAt: 1000 }
      rows.set(call.id, row)
      return Promise.resolve(row)
    },
    askAgain: (_lease, id, decision) =>
      Promise.resolve(set(id, { state: 'waiting', decision, signature: null })),
    begin(_lease, id) {
      if (rows.get(id)?.state !== 'approved') return Promise.resolve(false)
      set(id, { state: 'running' })
      return Promise.resolve(true)
    },
    end(_lease, id, result) {
      set(id, { state: result.state, result })
      return Promise.resolve(true)
    },
    recordRejected: () => Promise.resolve(),
    verified: () => Promise.resolve(false),
    resume: () => Promise.resolve(false),
    refuse(_lease, id, result, signature) {
      set(id, { state: result.state, result, signature })
      return Promise.resolve(true)
    },
  }
  const rig: Rig = { mode: 'default', layers: [], answer: undefined, rows, output: [], call: run }
  const gate: GateParts = {
    calls,
    clock,
    ids: { call: newId },
    policy: { snapshot: () => Promise.resolve(compilePolicy({ mode: rig.mode, layers: rig.layers })) },
    answers: {
      async settled(id) {
        const asked = rows.get(id)
        if (!asked || !rig.answer) throw new Error(`nobody answers: ${asked?.call.tool} asked`)
        const { allow, feedback } = await rig.answer(asked)
        const signature: Signature = {
          via: 'person',
          by: 'ana',
          at: 1000,
          ...(feedback === undefined ? {} : { feedback }),
        }
        if (allow) return set(id, { state: 'approved', signature })
        const result: CallResult = { state: 'denied', code: 'denied', text: feedback ?? 'no' }
        return set(id, { state: 'denied', signature, result })
      },
    },
  }

  async function run(
    tools: readonly Tool[],
    name: string,
    args: unknown,
    options: { readonly signal?: AbortSignal; readonly threadId?: ThreadId } = {},
  ): Promise<CallResult> {
    const id = newId()
    const threadId = options.threadId ?? ThreadId.parse('thr_rig')
    const signal = options.signal ?? new AbortController().signal
    const parsed = await parseCall(
      new Toolbelt(tools),
      { providerId: id, name, input: JSON.stringify(args) },
      { id, threadId, turnId: lease.turnId, parentId: null, depth: 0, place },
    )
    if (!parsed.ok) return parsed.result
    const call: Call = parsed.call
    return pass(
      gate,
      { lease, call, tool: parsed.tool, place, parents: [], signal },
      { within: () => ({ output: (text) => rig.output.push(text) }) },
    )
  }

  return rig
}

function opening(decision: Decision): Pick<StoredCall, 'state' | 'signature' | 'result'> {
  switch (decision.verdict) {
    case 'run':
      return { state: 'approved', signature: { via: 'mode', by: 'policy', at: 1000 }, result: null }
    case 'ask':
      return { state: 'waiting', signature: null, result: null }
    case 'block':
      return {
        state: 'blocked',
        signature: { via: 'policy', by: 'policy', at: 1000 },
        result: { state: 'blocked', code: 'blocked', text: 'blocked' },
      }
  }
}
