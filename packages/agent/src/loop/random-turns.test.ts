/** @module-tag slow */
import { expect, test } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { randomFrom, randomPlan } from '../testing/random-plan.ts'
import {
  referenceTurn,
  type Expected,
  type Plan,
  type PlannedCall,
  type SeenResult,
} from '../testing/reference-loop.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'
import type { BudgetName } from '@countersign/protocol'
import type { Exceeded } from './budget.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import type { TurnOutcome } from './run-turn.ts'

const TURNS = Number(process.env['COUNTERSIGN_RANDOM_TURNS'] ?? 1000)
const SEED = Number(process.env['COUNTERSIGN_SEED'] ?? 20_261_115)
const BATCHES = 10
const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

/** The model that plays a plan: its prompt says which agent it is, its history how far it has come. */
function playing(root: Plan) {
  const agents = new Map<string, { plan: Plan; payloads: readonly boolean[] | undefined }>()
  const learn = (plan: Plan, payloads: readonly boolean[] | undefined) => {
    agents.set(plan.title, { plan, payloads })
    for (const call of plan.steps.flatMap(({ calls }) => calls))
      if (call.kind === 'sub') learn(call.plan, call.payloads)
  }
  learn(root, undefined)
  return scriptedProvider((request): ScriptedStep => {
    const agent = agents.get(titleOf(request, root))
    const step = request.messages.filter(({ role }) => role === 'assistant').length
    const planned = agent?.plan.steps[step]
    if (planned) return { text: planned.text, rawCalls: planned.calls.map(rawCall) }
    if (agent?.payloads === undefined) return { text: `done ${agent?.plan.title}` }
    const fits = agent.payloads[step - agent.plan.steps.length]
    if (fits === undefined) return { text: 'gives up' }
    return { calls: [{ name: 'finish_subtask', args: { n: fits ? 1 : 'one' } }] }
  })
}

const titleOf = (request: ModelRequest, root: Plan) =>
  /^level \d+ (\w+)/.exec(request.messages[0]?.text ?? '')?.[1] ?? root.title

function rawCall(call: PlannedCall): { readonly name: string; readonly input: string } {
  if (call.kind === 'sub') {
    const schema = call.payloads === undefined ? {} : { output_schema: SCHEMA }
    const { title } = call.plan
    return { name: 'run_subtask', input: JSON.stringify({ title, instructions: title, ...schema }) }
  }
  const input = call.kind === 'broken' ? '{"value": ' : JSON.stringify({ value: call.value })
  return {
    name: call.kind === 'unknown' ? 'constructor' : `t.${call.kind === 'broken' ? 'read' : call.kind}`,
    input,
  }
}

/** What every agent read, from the last request it made. Results of its last step are in no request: only its parent's knows how it ended. */
function seenBy(requests: readonly ModelRequest[], root: Plan): ReadonlyMap<string, readonly SeenResult[]> {
  const seen = new Map<string, readonly SeenResult[]>()
  for (const request of requests)
    seen.set(
      titleOf(request, root),
      request.messages.flatMap((message) =>
        message.role === 'tool'
          ? [{ isError: message.isError, text: message.isError ? null : message.text }]
          : [],
      ),
    )
  return seen
}

async function oneTurn(seed: number): Promise<void> {
  const pick = randomFrom(seed)
  const width = pick(3) === 0 ? 1 : 4
  const root = randomPlan(pick, width)
  const tight = pick(2) === 0
  const limits: Limits = tight
    ? { ...DEFAULT_LIMITS, modelCalls: 1 + pick(25), toolCalls: 1 + pick(40), subtasks: pick(8) }
    : { ...DEFAULT_LIMITS, modelCalls: 10_000, toolCalls: 10_000, subtasks: 10_000 }
  const expected = referenceTurn(root, limits)
  const bench = new Workbench()
  const tools = ['read', 'ask', 'serial', 'fail'].map((kind) =>
    countingTool(`t.${kind}`, {
      category: kind === 'ask' ? 'write' : 'read',
      parallelSafe: kind !== 'serial',
      ...(kind === 'fail' ? { run: () => Promise.reject(new Error('boom')) } : {}),
    }),
  )
  const provider = playing(root)
  const outcome = await bench.answering(bench.run(provider, tools, { limits }))
  const effects = tools.flatMap(({ runs }) => runs).toSorted()
  const over = overspent(expected, limits)

  const did = { outcome, effects, exceeded: bench.exceeded, requests: provider.requests, root }
  return over.length === 0 ? within(did, expected) : past(did, expected, { over, limits })
}

interface Did {
  readonly outcome: TurnOutcome
  readonly effects: readonly string[]
  readonly exceeded: readonly Exceeded[]
  readonly requests: readonly ModelRequest[]
  readonly root: Plan
}

/** Within all budgets the two loops do the very same. */
function within({ outcome, effects, requests, root }: Did, expected: Expected): void {
  expect(outcome).toMatchObject({ kind: expected.kind, text: expected.text })
  expect(effects).toEqual(expected.effects.toSorted())
  expect(requests).toHaveLength(expected.modelCalls)
  expect(outcome.usage).toMatchObject({
    inputTokens: expected.modelCalls * 10,
    outputTokens: expected.modelCalls * 5,
  })
  for (const [title, results] of seenBy(requests, root))
    expect(expected.seen.get(title)?.slice(0, results.length)).toEqual(results)
}

/** Which of several budgets is met first, and what was under way then, is a matter of luck; not that one is, nor what it says. */
function past(
  { outcome, effects, exceeded, requests }: Did,
  expected: Expected,
  { over, limits }: { readonly over: readonly BudgetName[]; readonly limits: Limits },
): void {
  expect(outcome.kind).toBe('over_budget')
  expect(exceeded).toHaveLength(1)
  expect([...over, ...(expected.kind === 'over_budget' ? ['iterations'] : [])]).toContain(exceeded[0]?.reason)
  expect(exceeded[0]?.observed).toBe((exceeded[0]?.limit ?? 0) + 1)
  expect(requests.length).toBeLessThanOrEqual(limits.modelCalls)
  const possible = new Set(expected.effects)
  expect(effects.filter((value) => !possible.has(value))).toEqual([])
  expect(effects.length).toBeLessThanOrEqual(limits.toolCalls)
}

function overspent(expected: Expected, limits: Limits): readonly BudgetName[] {
  const spent: readonly (readonly [BudgetName, number, number])[] = [
    ['llm_calls', expected.modelCalls, limits.modelCalls],
    ['tool_calls', expected.toolCalls, limits.toolCalls],
    ['subtasks', expected.subtasks, limits.subtasks],
  ]
  return spent.flatMap(([name, used, limit]) => (used > limit ? [name] : []))
}

test.each(Array.from({ length: BATCHES }, (_, batch) => batch))(
  `random turns do what the slow and obvious loop says, part %i of ${BATCHES}`,
  async (batch) => {
    for (let turn = batch; turn < TURNS; turn += BATCHES) {
      await oneTurn(SEED + turn).catch((cause: unknown) => {
        throw new Error(`seed ${SEED + turn}`, { cause })
      })
    }
  },
  600_000,
)
