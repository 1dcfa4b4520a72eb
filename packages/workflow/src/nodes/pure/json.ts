import { z } from 'zod'
import { canonicalJson } from '@countersign/protocol/canonical'
import { isRecord, jsonProblem, type Json } from '../../json.ts'
import { pickValue, readPick, type PickStep } from '../../types/pick.ts'
import { misfit } from '../../types/validate.ts'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'
import { AnyJson, Fields, Text } from './ports.ts'

function steps(path: string): readonly PickStep[] {
  const read = readPick(path)
  if (read === undefined) throw new NodeFailure('invalid_input', `\`${path}\` is not a path into a value`)
  return read
}

const Change = z.object({
  path: Text,
  kind: z.enum(['added', 'removed', 'changed']),
  before: AnyJson.optional(),
  after: AnyJson.optional(),
})

export const JSON_NODES: readonly PureNode[] = [
  defineNode({
    type: 'json.parse',
    title: 'Read JSON',
    description: 'Parses JSON text into a value.',
    inputs: z.object({ text: Text }),
    outputs: z.object({ value: AnyJson }),
    run({ text }) {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch (error) {
        throw new NodeFailure('invalid_json', error instanceof Error ? error.message : 'no JSON')
      }
      const problem = jsonProblem(value)
      if (problem !== undefined) throw new NodeFailure('invalid_json', problem)
      return { value: value as Json } // checked above
    },
  }),
  defineNode({
    type: 'json.stringify',
    title: 'Write JSON',
    description: 'Writes a value as JSON text.',
    inputs: z.object({ value: AnyJson, indent: z.int().min(0).max(8).default(2) }),
    outputs: z.object({ text: Text }),
    run: ({ value, indent }) => ({ text: JSON.stringify(value, null, indent) }),
  }),
  defineNode({
    type: 'json.get',
    title: 'Get a part',
    description: 'Returns part of a value: `a.b[0]`, `[*].name`; if it is missing, the default.',
    inputs: z.object({ value: AnyJson, path: Text, default: AnyJson.optional() }),
    outputs: z.object({ value: AnyJson }),
    run({ value, path, default: other }) {
      const part = pickValue(value, steps(path)) ?? other
      if (part === undefined) throw new NodeFailure('not_found', `there is no \`${path}\``)
      return { value: part }
    },
  }),
  defineNode({
    type: 'json.set',
    title: 'Set a part',
    description: 'Copies an object or list with one part set.',
    inputs: z.object({ object: AnyJson, path: Text, value: AnyJson }),
    outputs: z.object({ object: AnyJson }),
    run: ({ object, path, value }) => ({ object: withPart(object, steps(path), value) }),
  }),
  defineNode({
    type: 'json.merge',
    title: 'Merge objects',
    description:
      'Merges all objects wired to it; where fields collide, the input whose name sorts last wins.',
    inputs: z.object({}),
    outputs: z.object({ object: Fields }),
    more: Fields,
    run: (_inputs, objects) => ({
      object: Object.fromEntries(objects.flatMap(([, one]) => Object.entries(fieldsOf(one)))),
    }),
  }),
  defineNode({
    type: 'json.pick',
    title: 'Keep some fields',
    description: 'Keeps only the named fields of an object, or drops them.',
    inputs: z.object({ object: Fields, keys: z.array(Text), omit: z.boolean().default(false) }),
    outputs: z.object({ object: Fields }),
    run({ object, keys, omit }) {
      const named = new Set(keys)
      return { object: Object.fromEntries(Object.entries(object).filter(([key]) => named.has(key) !== omit)) }
    },
  }),
  defineNode({
    type: 'json.validate',
    title: 'Check a value',
    description: 'Checks a value against a JSON Schema and says why it does not match.',
    inputs: z.object({ value: AnyJson, schema: z.union([z.boolean(), Fields]) }),
    outputs: z.object({ valid: z.boolean(), problem: Text, value: AnyJson }),
    run({ value, schema }) {
      const problem = misfit(value, schema)
      return { valid: problem === undefined, problem: problem ?? '', value }
    },
  }),
  defineNode({
    type: 'json.diff',
    title: 'Compare values',
    description: 'Lists what was added, removed and changed between two values.',
    inputs: z.object({ before: AnyJson, after: AnyJson }),
    outputs: z.object({ changes: z.array(Change), equal: z.boolean() }),
    run({ before, after }) {
      const changes: z.infer<typeof Change>[] = []
      collect(before, after, '', changes)
      return { changes, equal: changes.length === 0 }
    },
  }),
]

function fieldsOf(value: Json): Readonly<Record<string, Json>> {
  return isRecord(value) ? value : {}
}

function withPart(value: Json, path: readonly PickStep[], part: Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return part
  if (step === '*item') {
    if (!Array.isArray(value)) throw new NodeFailure('invalid_input', '`[*]` needs a list')
    return value.map((item: Json) => withPart(item, rest, part))
  }
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...(value as readonly Json[])] : [] // a list of JSON
    if (step > items.length) throw new NodeFailure('invalid_input', `the list ends before ${step}`)
    items[step] = withPart(items[step] ?? null, rest, part)
    return items
  }
  const fields = fieldsOf(value)
  return {
    ...fields,
    [step]: withPart(Object.hasOwn(fields, step) ? (fields[step] ?? null) : null, rest, part),
  }
}

function collect(before: Json, after: Json, path: string, changes: z.infer<typeof Change>[]): void {
  if (canonicalJson(before) === canonicalJson(after)) return
  const [one, two] = [partsOf(before), partsOf(after)]
  if (one === undefined || two === undefined || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ path, kind: 'changed', before, after })
    return
  }
  for (const key of new Set([...one.keys(), ...two.keys()])) {
    const [old, now] = [one.get(key), two.get(key)]
    const place = Array.isArray(before) ? `${path}[${key}]` : `${path === '' ? '' : `${path}.`}${key}`
    if (old === undefined && now !== undefined) changes.push({ path: place, kind: 'added', after: now })
    else if (now === undefined && old !== undefined)
      changes.push({ path: place, kind: 'removed', before: old })
    else if (old !== undefined && now !== undefined) collect(old, now, place, changes)
  }
}

function partsOf(value: Json): ReadonlyMap<string, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value as Readonly<Record<string, Json>>)) // lists and objects of JSON hold JSON
}
