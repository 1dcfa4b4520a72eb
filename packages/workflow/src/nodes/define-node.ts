import type { Category, SpecifierKind } from '@countersign/policy'
import { z } from 'zod'
import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import type { GraphNode } from '../format.ts'
import { isRecord, type Json, type JsonSchema, type Values } from '../json.ts'

export interface InputPort {
  readonly schema: JsonSchema
  readonly required: boolean
  /** A setting: its value must be known before the run, so it cannot be wired. */
  readonly literal?: true
}

/** The ports of one node of a graph. */
export interface Ports {
  readonly inputs: ReadonlyMap<string, InputPort>
  readonly outputs: ReadonlyMap<string, JsonSchema>
  /** Schema of additional inputs with any name; if absent, there are none. */
  readonly more?: InputPort | undefined
}

/** Known types around a node while its ports are computed. */
export interface PortContext {
  /** Types of the values wired to its inputs. */
  readonly wired: ReadonlyMap<string, JsonSchema>
  /** Types of the outputs of its body, or of the workflow that it refers to. */
  readonly inner?: ReadonlyMap<string, JsonSchema> | undefined
  /** Inputs of the workflow that it refers to. */
  readonly innerInputs?: ReadonlyMap<string, InputPort> | undefined
}

interface NodeFacts {
  readonly type: string
  readonly title: string
  readonly description: string
  readonly group: string
  /** Changes with the definition of the node; part of the hash of every graph that uses it. */
  readonly definitionHash: string
  ports(node: GraphNode, context?: PortContext): Ports
}

/** A pure function of its inputs: no clock, file, network or randomness. */
export interface PureNode extends NodeFacts {
  readonly kind: 'pure'
  /** Throws `NodeFailure` if the inputs have no result. */
  run(inputs: Values): Values
}

/** Who executes a structure node that the planner cannot execute itself. */
export type HandedOut = 'code' | 'wait' | 'human'

/** A node that the planner handles itself. */
export interface StructureNode extends NodeFacts {
  readonly kind: 'structure'
  readonly handedOut?: HandedOut | undefined
  /** The inputs that it passes to the body it repeats; absent for a node without a body. */
  readonly bodyInputs?: readonly string[] | undefined
  /** Outputs that its body is required to have. */
  readonly bodyOutputs?: readonly string[] | undefined
}

/** Facts about a tool that is used as a node. */
export interface ToolNodeFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly input: JsonSchema
  /** JSON Schema of its result; if absent, the node has one port, `text`. */
  readonly output?: JsonSchema | undefined
  readonly category: Category
  readonly destructive: boolean | 'by_arguments' | 'by_inspection'
  readonly specifier: { readonly kind: SpecifierKind; readonly template: string }
  readonly repeat: 'safe' | 'idempotent' | 'never'
  readonly definitionHash: string
  readonly group?: string | undefined
}

export interface ToolNode extends NodeFacts {
  readonly kind: 'tool'
  readonly facts: ToolNodeFacts
}

export type NodeType = PureNode | StructureNode | ToolNode

/** The failure of a node, as its error port reports it. */
export class NodeFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface PureDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly type: string
  readonly title: string
  readonly description: string
  readonly inputs: Input
  readonly outputs: Output
  /** Increment this when `run` computes a different result for the same inputs. */
  readonly revision?: number
  /** Inputs that must be literals. */
  readonly literals?: readonly (keyof z.infer<Input> & string)[]
  /** Schema of additional inputs with any name, passed in the order of their names. */
  readonly more?: z.ZodType
  /** Names of additional inputs, derived from the node's literals. */
  readonly named?: (node: GraphNode) => readonly string[]
  run(inputs: z.infer<Input>, more: readonly (readonly [name: string, value: Json])[]): z.infer<Output>
}

/** Defines a pure node. */
export function defineNode<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: PureDeclaration<Input, Output>,
): PureNode {
  const { type, title, description, inputs, outputs, more, named } = declaration
  const own = new Set(Object.keys(inputs.shape))
  const made = once(() => {
    const given = schemaOf(inputs, 'input')
    const taken = schemaOf(outputs, 'output')
    const literals = new Set<string>(declaration.literals)
    return {
      inputs: inputPorts(given, literals),
      outputs: outputPorts(taken),
      more: more === undefined ? undefined : { schema: schemaOf(more, 'input'), required: false },
      hash: sha256(
        canonicalJson([type, declaration.revision ?? 1, given, taken, more ? schemaOf(more, 'input') : null]),
      ),
    }
  })
  return {
    kind: 'pure',
    type,
    title,
    description,
    group: groupOf(type),
    get definitionHash() {
      return made().hash
    },
    ports(node) {
      const ports = made()
      if (named === undefined) return ports
      const schema = ports.more?.schema ?? true
      const names = named(node).filter((name) => !own.has(name))
      const extra = names.map((name) => [name, { schema, required: true }] as const)
      return { inputs: new Map<string, InputPort>([...ports.inputs, ...extra]), outputs: ports.outputs }
    },
    run(given) {
      const split = more === undefined && named === undefined ? undefined : splitNames(given, own)
      const read = inputs.safeParse(split?.own ?? given)
      if (!read.success) throw new NodeFailure('invalid_input', z.prettifyError(read.error))
      const rest = split?.rest ?? []
      for (const [name, value] of rest) {
        const fits = more?.safeParse(value)
        if (fits?.success === false)
          throw new NodeFailure('invalid_input', `\`${name}\`: ${z.prettifyError(fits.error)}`)
      }
      return declaration.run(read.data, rest) as Values // its schema is one of JSON values
    },
  }
}

function splitNames(given: Values, own: ReadonlySet<string>) {
  const entries = Object.entries(given)
  return {
    own: Object.fromEntries(entries.filter(([name]) => own.has(name))),
    rest: entries.filter(([name]) => !own.has(name)).sort(([a], [b]) => compareNames(a, b)),
  }
}

/** Sort order of ports: numbers by value, the rest alphabetically. */
export function compareNames(a: string, b: string): number {
  const [one, two] = [Number(a), Number(b)]
  if (!Number.isNaN(one) && !Number.isNaN(two) && one !== two) return one - two
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The part before the first dot: `text` of `text.join`. */
export function groupOf(type: string): string {
  const mcp = /^mcp__(.+?)__/.exec(type)
  if (mcp?.[1] !== undefined) return mcp[1]
  return type.includes('.') ? (type.split('.')[0] ?? type) : 'tools'
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

/** The inputs declared by an object schema. */
function inputPorts(schema: JsonSchema, literals: ReadonlySet<string> = new Set()): Map<string, InputPort> {
  const required = new Set(listOf(schema, 'required'))
  return new Map(
    Object.entries(propertiesOf(schema)).map(([name, own]) => [
      name,
      {
        schema: own,
        required: required.has(name),
        ...(literals.has(name) ? { literal: true as const } : {}),
      },
    ]),
  )
}

/** The outputs declared by an object schema; any other schema gives one port, `value`. */
function outputPorts(schema: JsonSchema): Map<string, JsonSchema> {
  const properties = Object.entries(propertiesOf(schema))
  return properties.length === 0 ? new Map([['value', schema]]) : new Map(properties)
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined
  return isRecord(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {} // each property of a schema is one
}

function listOf(schema: JsonSchema, keyword: string): readonly string[] {
  const list: unknown = isRecord(schema) ? schema[keyword] : undefined
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

/** Wraps a tool as a node. */
export function toolNode(facts: ToolNodeFacts): ToolNode {
  const ports = once((): Ports => {
    const inputs = inputPorts(facts.input)
    const open = inputs.size === 0 && isRecord(facts.input) && facts.input['additionalProperties'] !== false
    return {
      inputs,
      outputs: facts.output === undefined ? new Map([['text', TEXT]]) : outputPorts(facts.output),
      more: open ? { schema: true, required: false } : undefined,
    }
  })
  return {
    kind: 'tool',
    type: facts.name,
    title: facts.title,
    description: facts.description,
    group: facts.group ?? groupOf(facts.name),
    definitionHash: facts.definitionHash,
    facts,
    ports,
  }
}

const TEXT: JsonSchema = { type: 'string' }

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
