import { z } from 'zod'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { Json } from '../../json.ts'
import { pickValue, readPick } from '../../types/pick.ts'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'
import { compareBy, Operator, orderOf } from './compare.ts'
import { AnyJson, List, Text } from './ports.ts'

const Items = z.object({ items: List })
const MOST = 100_000

/** Selects a part of each item by path; without a path, the item itself. */
function partOf(path: string | undefined): (item: Json) => Json | undefined {
  if (path === undefined) return (item) => item
  const steps = readPick(path)
  if (steps === undefined) throw new NodeFailure('invalid_input', `\`${path}\` is not a path into a value`)
  return (item) => pickValue(item, steps)
}

export const LIST_NODES: readonly PureNode[] = [
  defineNode({
    type: 'list.filter',
    title: 'Filter a list',
    description: 'Keeps the items that pass a comparison.',
    inputs: z.object({ items: List, path: Text.optional(), operator: Operator, value: AnyJson.optional() }),
    outputs: z.object({ items: List, rest: List }),
    run({ items, path, operator, value }) {
      const part = partOf(path)
      const isKept = items.map((item) => compareBy(part(item), operator, value))
      return {
        items: items.filter((_item, at) => isKept[at]),
        rest: items.filter((_item, at) => !isKept[at]),
      }
    },
  }),
  defineNode({
    type: 'list.sort',
    title: 'Sort a list',
    description: 'Sorts items, optionally by one of their parts; equal items keep their order.',
    inputs: z.object({ items: List, path: Text.optional(), descending: z.boolean().default(false) }),
    outputs: Items,
    run({ items, path, descending }) {
      const part = partOf(path)
      const sign = descending ? -1 : 1
      return { items: [...items].sort((a, b) => sign * orderOf(part(a) ?? null, part(b) ?? null)) }
    },
  }),
  defineNode({
    type: 'list.slice',
    title: 'Part of a list',
    description:
      'Returns the items from `start` up to, not including, `end`; negative numbers count from the end.',
    inputs: z.object({ items: List, start: z.int().default(0), end: z.int().optional() }),
    outputs: Items,
    run: ({ items, start, end }) => ({ items: items.slice(start, end) }),
  }),
  defineNode({
    type: 'list.unique',
    title: 'Unique items',
    description: 'Drops duplicates, optionally compared by one of their parts.',
    inputs: z.object({ items: List, path: Text.optional() }),
    outputs: Items,
    run({ items, path }) {
      const part = partOf(path)
      const seen = new Set<string>()
      return {
        items: items.filter((item) => {
          const key = canonicalJson(part(item))
          if (seen.has(key)) return false
          seen.add(key)
          return true
        }),
      }
    },
  }),
  defineNode({
    type: 'list.group',
    title: 'Group a list',
    description: 'Groups items that have the same value in one of their parts.',
    inputs: z.object({ items: List, path: Text }),
    outputs: z.object({ groups: z.array(z.object({ key: AnyJson, items: List })) }),
    run({ items, path }) {
      const part = partOf(path)
      const groups = new Map<string, { key: Json; items: Json[] }>()
      for (const item of items) {
        const key = part(item) ?? null
        const text = canonicalJson(key)
        const group = groups.get(text)
        if (group === undefined) groups.set(text, { key, items: [item] })
        else group.items.push(item)
      }
      return { groups: [...groups.values()] }
    },
  }),
  defineNode({
    type: 'list.chunk',
    title: 'Split a list into chunks',
    description: 'Splits a list into lists of at most `size` items.',
    inputs: z.object({ items: List, size: z.int().min(1) }),
    outputs: z.object({ chunks: z.array(List) }),
    run({ items, size }) {
      const chunks: Json[][] = []
      for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
      return { chunks }
    },
  }),
  defineNode({
    type: 'list.flatten',
    title: 'Flatten a list',
    description: 'Replaces lists inside a list by their items.',
    inputs: z.object({ items: List, depth: z.int().min(1).max(20).default(1) }),
    outputs: Items,
    run: ({ items, depth }) => ({ items: flattened(items, depth) }),
  }),
  defineNode({
    type: 'list.zip',
    title: 'Pair two lists',
    description: 'Pairs the items at the same position; extra items of the longer list are dropped.',
    inputs: z.object({ a: List, b: List }),
    outputs: z.object({ pairs: z.array(z.object({ a: AnyJson, b: AnyJson })) }),
    run: ({ a, b }) => ({
      pairs: a.slice(0, b.length).map((item, at) => ({ a: item, b: b[at] ?? null })),
    }),
  }),
  defineNode({
    type: 'list.concat',
    title: 'Join lists',
    description: 'Joins all lists wired to it, in the order of its input names.',
    inputs: z.object({}),
    outputs: Items,
    more: List,
    run: (_inputs, lists) => ({
      items: lists.flatMap(([, list]) => itemsOf(list)),
    }),
  }),
  defineNode({
    type: 'list.range',
    title: 'Range of numbers',
    description: 'Lists the numbers from `start` up to, not including, `end`; at most 100,000.',
    inputs: z.object({ start: z.number().default(0), end: z.number(), step: z.number().default(1) }),
    outputs: z.object({ items: z.array(z.number()) }),
    run({ start, end, step }) {
      const count = step === 0 ? Infinity : Math.max(0, Math.ceil((end - start) / step))
      if (count > MOST) throw new NodeFailure('too_many_items', `more than ${MOST} numbers`)
      return { items: Array.from({ length: count }, (_one, at) => start + at * step) }
    },
  }),
  defineNode({
    type: 'list.count',
    title: 'Count items',
    description: 'Counts the items in a list.',
    inputs: Items,
    outputs: z.object({ count: z.int().min(0) }),
    run: ({ items }) => ({ count: items.length }),
  }),
]

function itemsOf(list: Json): readonly Json[] {
  return Array.isArray(list) ? (list as readonly Json[]) : [] // a list of JSON
}

function flattened(items: readonly Json[], depth: number): Json[] {
  return items.flatMap((item) => {
    if (!Array.isArray(item)) return [item]
    const inner: readonly Json[] = item
    return depth > 1 ? flattened(inner, depth - 1) : [...inner]
  })
}
