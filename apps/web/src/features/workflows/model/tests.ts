import type { RunView } from '@countersign/protocol'
import type { Graph, GraphTest } from '@countersign/workflow'
import type { FormValues } from '../fields/SchemaForm.tsx'
import { nodeAt, type Op } from './edit.ts'
import type { NodeTypes } from './ports.ts'

/** The test that contains individually pinned outputs. */
const PINNED = 'Pinned outputs'

/** Adds a test, or replaces the one with the same name. */
export function putTest({ tests }: Graph, test: GraphTest): Op {
  return { kind: 'set_tests', tests: [...tests.filter(({ name }) => name !== test.name), test] }
}

export function removeTest({ tests }: Graph, name: string): Op {
  return { kind: 'set_tests', tests: tests.filter((test) => test.name !== name) }
}

/** Pins a node's output: tests use it in place of a call. */
export function pinOutput(graph: Graph, inputs: FormValues, node: string, value: FormValues): Op {
  const before = graph.tests.find(({ name }) => name === PINNED)
  return putTest(graph, {
    name: PINNED,
    inputs: before?.inputs ?? inputs,
    stubs: { ...before?.stubs, [node]: { value } },
    expect: before?.expect ?? {},
  })
}

export interface RecordedNode {
  readonly node: string
  readonly outputs: FormValues | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/**
 * Creates a test from a run: the same inputs, the recorded results of everything that is not pure, and the actual outputs. All items of a map share
 * one stub: the last recorded one.
 */
export function testFrom(
  run: Pick<RunView, 'started_at' | 'inputs' | 'outputs' | 'error'>,
  graph: Graph,
  types: NodeTypes,
  nodes: readonly RecordedNode[],
): GraphTest {
  const stubs: Record<string, GraphTest['stubs'][string]> = {}
  for (const { node, outputs, error } of nodes) {
    const kind = types.get(nodeAt(graph, node)?.type ?? '')?.kind
    const isAnswered = kind === 'tool' || ANSWERED.has(nodeAt(graph, node)?.type ?? '')
    if (!isAnswered) continue
    if (error !== null) stubs[node] = { error }
    else if (outputs !== null) stubs[node] = { value: outputs }
  }
  return {
    name: `Run of ${new Date(run.started_at).toISOString().slice(0, 16).replace('T', ' ')}`,
    inputs: run.inputs as FormValues, // inputs of a run are JSON
    stubs,
    expect:
      run.outputs === null
        ? run.error === null
          ? {}
          : { failed: run.error.code }
        : { outputs: run.outputs as FormValues }, // so are its outputs
  }
}

/** Structure nodes whose result comes from outside the graph. */
const ANSWERED = new Set([
  'human.ask',
  'human.approve',
  'time.wait',
  'time.now',
  'signal.wait',
  'code.javascript',
])
