import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import type { GraphNode } from '../format.ts'
import { isRecord, type JsonSchema } from '../json.ts'
import {
  compareNames,
  groupOf,
  type HandedOut,
  type InputPort,
  type PortContext,
  type Ports,
  type StructureNode,
} from './define-node.ts'

const ANY: JsonSchema = true
const BOOLEAN: JsonSchema = { type: 'boolean' }
const NUMBER: JsonSchema = { type: 'integer', minimum: 0 }
const TEXT: JsonSchema = { type: 'string' }
const LIST: JsonSchema = { type: 'array' }
const FAILURE: JsonSchema = {
  type: 'object',
  properties: { code: TEXT, message: TEXT, node: TEXT, item: { type: 'array', items: NUMBER } },
  required: ['code', 'message', 'node', 'item'],
}

const ON_ERROR = ['stop', 'skip', 'collect'] as const

interface StructureDeclaration {
  readonly type: string
  readonly title: string
  readonly description: string
  readonly revision?: number
  readonly handedOut?: HandedOut
  readonly bodyInputs?: readonly string[]
  readonly bodyOutputs?: readonly string[]
  ports(node: GraphNode, context: PortContext): Ports
}

const NOTHING: PortContext = { wired: new Map() }

function structure({ ports, revision = 1, ...node }: StructureDeclaration): StructureNode {
  return {
    ...node,
    kind: 'structure',
    group: node.type.includes('.') ? groupOf(node.type) : 'structure',
    definitionHash: sha256(canonicalJson([node.type, revision])),
    ports: (own, context = NOTHING) => ports(own, context),
  }
}

const required = (schema: JsonSchema): InputPort => ({ schema, required: true })
const optional = (schema: JsonSchema): InputPort => ({ schema, required: false })
const setting = (schema: JsonSchema, needed = false): InputPort => ({
  schema,
  required: needed,
  literal: true,
})

function portsOf(
  inputs: Readonly<Record<string, InputPort>>,
  outputs: Readonly<Record<string, JsonSchema>>,
  more?: InputPort,
): Ports {
  return { inputs: new Map(Object.entries(inputs)), outputs: new Map(Object.entries(outputs)), more }
}

/** The type of an input as far as the graph defines it: from its wire, else from its literal. */
function typeOf(name: string, node: GraphNode, { wired }: PortContext): JsonSchema {
  const literal = node.inputs[name]
  return wired.get(name) ?? (literal === undefined ? ANY : { const: literal })
}

const listOf = (schema: JsonSchema | undefined): JsonSchema =>
  schema === undefined || schema === true ? LIST : { type: 'array', items: schema }

const DECLARED = (node: GraphNode): Readonly<Record<string, InputPort>> =>
  Object.fromEntries(
    Object.entries(node.ports?.inputs ?? {}).map(([name, schema]) => [name, required(schema)]),
  )

/** The cases of a `switch`: each pairs a value with an output. */
export function casesOf(node: GraphNode): readonly { readonly port: string; readonly value: unknown }[] {
  const cases = node.inputs['cases']
  if (!isRecord(cases)) return []
  const ports = Object.keys(cases).sort(compareNames)
  return ports.map((port) => ({ port, value: cases[port] }))
}

/** Nodes that the planner handles itself, and nodes that it hands out because they wait, ask a person or run code. */
export const STRUCTURE: readonly StructureNode[] = [
  structure({
    type: 'if',
    title: 'If',
    description:
      'Passes its value to `then` if the condition is true, otherwise to `else`; the other is skipped.',
    ports(node, context) {
      const type =
        node.inputs['value'] === undefined && !context.wired.has('value')
          ? BOOLEAN
          : typeOf('value', node, context)
      return portsOf(
        { condition: required(BOOLEAN), value: optional(ANY) },
        Object.fromEntries(['then', 'else'].map((port): [string, JsonSchema] => [port, type])),
      )
    },
  }),
  structure({
    type: 'switch',
    title: 'Switch',
    description:
      'Passes its value to the output whose case equals `on`, otherwise to `default`. `cases`: outputs and their values.',
    ports(node, context) {
      const type =
        node.inputs['value'] === undefined && !context.wired.has('value')
          ? typeOf('on', node, context)
          : typeOf('value', node, context)
      const ports = [...casesOf(node).map(({ port }) => port), 'default']
      return portsOf(
        { on: required(ANY), value: optional(ANY), cases: setting({ type: 'object' }, true) },
        Object.fromEntries(ports.map((port): [string, JsonSchema] => [port, type])),
      )
    },
  }),
  structure({
    type: 'merge',
    title: 'Merge',
    description:
      'Waits until all its inputs have ended and takes the first that has a value, by the order of port names, or all as a list.',
    ports(node, { wired }) {
      const all = node.inputs['mode'] === 'all'
      const types = [...wired].filter(([name]) => name !== 'mode').map(([, type]) => type)
      const one: JsonSchema = types.length === 0 || types.includes(true) ? ANY : { anyOf: types }
      return portsOf(
        { mode: setting({ enum: ['first', 'all'] }) },
        all ? { values: listOf(one) } : { value: one },
        optional(ANY),
      )
    },
  }),
  structure({
    type: 'map',
    title: 'For each',
    description:
      'Runs its body for each item and returns the results in the order of the items. `on_error`: stop, skip or collect.',
    bodyInputs: ['item', 'index'],
    bodyOutputs: ['result'],
    ports: (_node, { inner }) =>
      portsOf(
        {
          items: required(LIST),
          parallel: setting({ type: 'integer', minimum: 1, maximum: 64 }),
          on_error: setting({ enum: [...ON_ERROR] }),
        },
        { items: listOf(inner?.get('result')), errors: listOf(FAILURE) },
        optional(ANY),
      ),
  }),
  structure({
    type: 'reduce',
    title: 'Reduce',
    description: 'Runs its body for one item after another, passing on the last result as `accumulator`.',
    bodyInputs: ['item', 'index', 'accumulator'],
    bodyOutputs: ['result'],
    ports: () => portsOf({ items: required(LIST), initial: required(ANY) }, { result: ANY }, optional(ANY)),
  }),
  structure({
    type: 'loop',
    title: 'Repeat',
    description:
      'Repeats its body with its last result as `value`, until it returns `done` true, at most `max` times.',
    bodyInputs: ['value', 'index'],
    bodyOutputs: ['value', 'done'],
    ports: () =>
      portsOf(
        { initial: required(ANY), max: setting({ type: 'integer', minimum: 1, maximum: 100_000 }, true) },
        { value: ANY, count: NUMBER, done: BOOLEAN },
        optional(ANY),
      ),
  }),
  structure({
    type: 'workflow',
    title: 'Workflow',
    description: 'Runs a saved version of another workflow, named by its hash.',
    ports: (_node, { inner, innerInputs }) => ({
      inputs: new Map([...(innerInputs ?? []), ['workflow', setting(TEXT, true)]]),
      outputs: inner ?? new Map(),
    }),
  }),
  structure({
    type: 'fail',
    title: 'Fail',
    description: 'Fails with a message.',
    ports: () => portsOf({ message: required(TEXT), code: optional(TEXT) }, {}),
  }),
  structure({
    type: 'code.javascript',
    title: 'JavaScript',
    description:
      'Runs a function body with `inputs`; it returns an object with the declared outputs. No clock, randomness, files or network.',
    handedOut: 'code',
    ports: (node) => portsOf({ ...DECLARED(node), source: setting(TEXT, true) }, node.ports?.outputs ?? {}),
  }),
  structure({
    type: 'time.wait',
    title: 'Wait',
    description: 'Waits for a duration (`10m`) or until a date, then passes on its value.',
    handedOut: 'wait',
    ports: (node, context) =>
      portsOf(
        { for: optional(TEXT), until: optional(TEXT), value: optional(ANY) },
        { value: typeOf('value', node, context), time: TEXT },
      ),
  }),
  structure({
    type: 'time.now',
    title: 'Now',
    description: 'The time when it runs, recorded: ISO 8601 in UTC.',
    handedOut: 'wait',
    ports: () => portsOf({}, { time: TEXT }),
  }),
  structure({
    type: 'signal.wait',
    title: 'Wait for a signal',
    description: 'Waits for a signed call from outside and returns its content.',
    handedOut: 'wait',
    ports: () =>
      portsOf({ name: setting(TEXT, true), schema: setting({ type: 'object' }) }, { payload: ANY }),
  }),
  structure({
    type: 'human.ask',
    title: 'Ask a person',
    description: 'Asks a person; the declared outputs are the fields of the form.',
    handedOut: 'human',
    ports: (node) =>
      portsOf({ question: required(TEXT), value: optional(ANY) }, node.ports?.outputs ?? { answer: TEXT }),
  }),
  structure({
    type: 'human.approve',
    title: 'Ask for approval',
    description: 'Shows a value to a person, who accepts, edits or rejects it.',
    handedOut: 'human',
    ports: (node, context) =>
      portsOf(
        { question: optional(TEXT), value: required(ANY), editable: setting(BOOLEAN) },
        { value: typeOf('value', node, context), words: TEXT },
      ),
  }),
]
