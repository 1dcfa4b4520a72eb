import { z } from 'zod'
import { defineNode, type PureNode } from '../define-node.ts'
import { compareBy, Operator } from './compare.ts'
import { AnyJson } from './ports.ts'

const Result = z.object({ result: z.boolean() })

export const LOGIC_NODES: readonly PureNode[] = [
  defineNode({
    type: 'logic.compare',
    title: 'Compare',
    description: 'Compares two values: equal, less, contains, matches and more.',
    inputs: z.object({ left: AnyJson.optional(), operator: Operator, right: AnyJson.optional() }),
    outputs: Result,
    run: ({ left, operator, right }) => ({ result: compareBy(left, operator, right) }),
  }),
  defineNode({
    type: 'logic.all',
    title: 'All of',
    description: 'True if everything wired to it is true.',
    inputs: z.object({}),
    outputs: Result,
    more: z.boolean(),
    run: (_inputs, values) => ({ result: values.every(([, value]) => value === true) }),
  }),
  defineNode({
    type: 'logic.any',
    title: 'Any of',
    description: 'True if anything wired to it is true.',
    inputs: z.object({}),
    outputs: Result,
    more: z.boolean(),
    run: (_inputs, values) => ({ result: values.some(([, value]) => value === true) }),
  }),
  defineNode({
    type: 'logic.not',
    title: 'Not',
    description: 'True if the value is false.',
    inputs: z.object({ value: z.boolean() }),
    outputs: Result,
    run: ({ value }) => ({ result: !value }),
  }),
  defineNode({
    type: 'logic.default',
    title: 'Default',
    description: 'Returns the value, or a default if it is null or missing.',
    inputs: z.object({ value: AnyJson.optional(), default: AnyJson }),
    outputs: z.object({ value: AnyJson }),
    run: ({ value, default: other }) => ({ value: value ?? other }),
  }),
]
