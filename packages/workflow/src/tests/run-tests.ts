import { canonicalJson } from '@countersign/protocol/canonical'
import type { Compiled } from '../compiled.ts'
import type { ExpectedCall, GraphTest } from '../format.ts'
import type { Values } from '../json.ts'
import { specifierText } from '../manifest/specifier.ts'
import type { NodeRun, Plan, RunOutcome } from '../plan/plan.ts'
import { Planner } from '../plan/planner.ts'

export interface TestOptions {
  /** The policy's decision on a call: decisions are real, effects are not. */
  readonly judge?: (run: NodeRun) => 'run' | 'ask' | 'block'
  /** Runs nodes that have no stub in the test: code, which has no effect. */
  readonly execute?: (run: NodeRun) => RunOutcome | undefined
}

export interface MadeCall {
  readonly node: string
  readonly specifier: string
  readonly verdict?: 'run' | 'ask' | 'block' | undefined
}

export interface TestReport {
  readonly name: string
  readonly passed: boolean
  /** Mismatches with the expectation, in words. */
  readonly problems: readonly string[]
  readonly calls: readonly MadeCall[]
  readonly outputs?: Values | undefined
}

/** Maximum number of rounds in a test: an endless loop is a failure. */
const MAX_ROUNDS = 100_000

/** Runs the graph's own tests, or the given ones. Nothing has an effect: every call is answered by its stub. */
export function runTests(
  compiled: Compiled,
  tests: readonly GraphTest[] = compiled.graph.tests,
  options: TestOptions = {},
): TestReport[] {
  return tests.map((test) => runTest(compiled, test, options))
}

function runTest(compiled: Compiled, test: GraphTest, options: TestOptions): TestReport {
  const planner = new Planner(compiled, test.inputs)
  const problems: string[] = Object.keys(test.stubs)
    .filter((address) => !compiled.byAddress.has(address))
    .map((address) => `there is no node \`${address}\` to stub`)
  const calls: MadeCall[] = []
  let plan = planner.next()
  for (let round = 0; !plan.over && plan.ready.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const run of plan.ready) {
      if (run.kind === 'tool') calls.push(callOf(compiled, run, options))
      const outcome = answered(test, run, options)
      if (outcome === undefined) problems.push(`\`${run.node}\` needs a stub`)
      else planner.add({ ...run, outcome })
    }
    plan = planner.next()
  }
  problems.push(...unexpected(test, plan, calls))
  return { name: test.name, passed: problems.length === 0, problems, calls, outputs: plan.outputs }
}

function answered({ stubs }: GraphTest, run: NodeRun, { execute }: TestOptions): RunOutcome | undefined {
  const stub = Object.hasOwn(stubs, run.node) ? stubs[run.node] : undefined
  if (stub === undefined) return execute?.(run)
  return 'value' in stub ? { state: 'done', outputs: stub.value } : { state: 'failed', error: stub.error }
}

function callOf({ byAddress }: Compiled, run: NodeRun, { judge }: TestOptions): MadeCall {
  const type = byAddress.get(run.node)?.type
  const specifier = type?.kind === 'tool' ? specifierText(type.facts, run.inputs) : ''
  return { node: run.node, specifier, verdict: judge?.(run) }
}

function unexpected({ expect }: GraphTest, plan: Plan, calls: readonly MadeCall[]): string[] {
  const problems: string[] = []
  if (!plan.over) problems.push('it does not end')
  if (plan.failed !== undefined && plan.failed.code !== expect.failed)
    problems.push(`it fails at \`${plan.failed.node}\`: ${plan.failed.message}`)
  if (expect.failed !== undefined && plan.over && plan.failed === undefined)
    problems.push(`it should fail with \`${expect.failed}\``)
  for (const [name, wanted] of Object.entries(expect.outputs ?? {})) {
    const [given, text] = [canonicalJson(plan.outputs?.[name]), canonicalJson(wanted)]
    if (given !== text) problems.push(`the output \`${name}\` is ${given}, not ${text}`)
  }
  return [...problems, ...(expect.calls === undefined ? [] : unexpectedCalls(expect.calls, calls))]
}

/** Checks that every expected call is made, and no other. */
function unexpectedCalls(expected: readonly ExpectedCall[], made: readonly MadeCall[]): string[] {
  const left = [...made]
  const problems: string[] = []
  for (const want of expected) {
    const at = left.findIndex(
      ({ node, specifier, verdict }) =>
        node === want.node &&
        (want.specifier === undefined || want.specifier === specifier) &&
        (want.verdict === undefined || verdict === undefined || want.verdict === verdict),
    )
    if (at === -1) problems.push(`\`${want.node}\` does not make the call ${want.specifier ?? ''}`.trim())
    else left.splice(at, 1)
  }
  return [
    ...problems,
    ...left.map(({ node, specifier }) => `\`${node}\` makes a call that was not expected: ${specifier}`),
  ]
}
