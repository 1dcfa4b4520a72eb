import { z } from 'zod'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'

const Operation = z.enum([
  'add',
  'subtract',
  'multiply',
  'divide',
  'remainder',
  'power',
  'round',
  'floor',
  'ceil',
  'absolute',
  'smaller',
  'larger',
])

export const NUMBER_NODES: readonly PureNode[] = [
  defineNode({
    type: 'number.calculate',
    title: 'Calculate',
    description: 'Calculates with two numbers; `round` takes the number of digits as `b`.',
    inputs: z.object({ a: z.number(), operation: Operation, b: z.number().default(0) }),
    outputs: z.object({ result: z.number() }),
    run({ a, operation, b }) {
      const result = calculated(a, operation, b)
      if (!Number.isFinite(result))
        throw new NodeFailure('no_number', `${a} ${operation} ${b} is not a number`)
      return { result }
    },
  }),
  defineNode({
    type: 'number.stats',
    title: 'Statistics',
    description: 'Count, sum, mean, median, minimum and maximum of a list of numbers.',
    inputs: z.object({ numbers: z.array(z.number()).min(1) }),
    outputs: z.object({
      count: z.int(),
      sum: z.number(),
      mean: z.number(),
      median: z.number(),
      min: z.number(),
      max: z.number(),
    }),
    run({ numbers }) {
      const sorted = [...numbers].sort((a, b) => a - b)
      const sum = numbers.reduce((total, number) => total + number, 0)
      const half = sorted.length / 2
      const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
      return {
        count: sorted.length,
        sum,
        mean: sum / sorted.length,
        median,
        min: sorted[0] ?? 0,
        max: sorted.at(-1) ?? 0,
      }
    },
  }),
]

function calculated(a: number, operation: z.infer<typeof Operation>, b: number): number {
  switch (operation) {
    case 'add':
      return a + b
    case 'subtract':
      return a - b
    case 'multiply':
      return a * b
    case 'divide':
      return a / b
    case 'remainder':
      return a % b
    case 'power':
      return a ** b
    case 'round':
      return Number(`${Math.round(Number(`${a}e${Math.trunc(b)}`))}e${-Math.trunc(b)}`)
    case 'floor':
      return Math.floor(a)
    case 'ceil':
      return Math.ceil(a)
    case 'absolute':
      return Math.abs(a)
    case 'smaller':
      return Math.min(a, b)
    case 'larger':
      return Math.max(a, b)
  }
}
