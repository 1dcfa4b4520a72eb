import { z } from 'zod'
import { PatternError, Regular } from '../../regular/regular.ts'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'
import { Text } from './ports.ts'

const NAME = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g
/** Maximum length of a text that a node produces. */
const LONGEST = 10_000_000

/** The placeholder names in a template, without duplicates. */
function templateNames(template: string): string[] {
  return [...new Set([...template.matchAll(NAME)].map(([, name]) => name ?? ''))]
}

/** Runs a callback with a compiled pattern; an invalid pattern is a failure of the node. */
function withPattern<T>(
  { pattern, ignore_case, multiline }: { pattern: string; ignore_case: boolean; multiline: boolean },
  use: (regular: Regular) => T,
): T {
  try {
    return use(new Regular(pattern, { ignoreCase: ignore_case, multiline }))
  } catch (error) {
    if (error instanceof PatternError) throw new NodeFailure('bad_pattern', error.message)
    throw error
  }
}

const PATTERN = {
  pattern: Text,
  ignore_case: z.boolean().default(false),
  multiline: z.boolean().default(false),
}
const TextOut = z.object({ text: Text })

export const TEXT_NODES: readonly PureNode[] = [
  defineNode({
    type: 'text.template',
    title: 'Fill in a template',
    description: 'Replaces each `{{name}}` with a value; each name is an input.',
    inputs: z.object({ template: Text }),
    outputs: TextOut,
    literals: ['template'],
    more: z.union([z.string(), z.number(), z.boolean()]),
    named: ({ inputs }) => (typeof inputs['template'] === 'string' ? templateNames(inputs['template']) : []),
    run({ template }, values) {
      const known = new Map(
        values.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      )
      return { text: template.replaceAll(NAME, (whole, name: string) => known.get(name) ?? whole) }
    },
  }),
  defineNode({
    type: 'text.join',
    title: 'Join texts',
    description: 'Joins a list into one text, with a separator.',
    inputs: z.object({ texts: z.array(Text), separator: Text.default('\n') }),
    outputs: TextOut,
    run: ({ texts, separator }) => ({ text: texts.join(separator) }),
  }),
  defineNode({
    type: 'text.split',
    title: 'Split a text',
    description: 'Splits a text at a separator into a list.',
    inputs: z.object({ text: Text, separator: Text.default('\n'), drop_empty: z.boolean().default(false) }),
    outputs: z.object({ texts: z.array(Text) }),
    run({ text, separator, drop_empty }) {
      const texts = text.split(separator)
      return { texts: drop_empty ? texts.filter((part) => part.trim() !== '') : texts }
    },
  }),
  defineNode({
    type: 'text.replace',
    title: 'Replace in a text',
    description:
      'Replaces a text, or what a regular expression matches (`pattern`); `$1` stands for a group.',
    inputs: z.object({
      text: Text,
      find: Text.optional(),
      pattern: Text.optional(),
      replacement: Text.default(''),
      ignore_case: z.boolean().default(false),
      multiline: z.boolean().default(false),
    }),
    outputs: z.object({ text: Text, count: z.int() }),
    run({ text, find, pattern, replacement, ignore_case, multiline }) {
      if (find !== undefined && find !== '') {
        const parts = text.split(find)
        if (text.length + parts.length * replacement.length > LONGEST)
          throw new NodeFailure('too_large', 'the text would be too long')
        return { text: parts.join(replacement), count: parts.length - 1 }
      }
      if (pattern === undefined) throw new NodeFailure('invalid_input', 'give `find` or `pattern`')
      return withPattern({ pattern, ignore_case, multiline }, (regular) => {
        let [made, end, count] = ['', 0, 0]
        for (const match of regular.all(text)) {
          const filled = replacement.replaceAll(/\$(\d)/g, (_whole, group: string) =>
            group === '0' ? match.text : (match.groups[Number(group) - 1] ?? ''),
          )
          made += text.slice(end, match.start) + filled
          end = match.end
          count += 1
          if (made.length > LONGEST) throw new NodeFailure('too_large', 'the text would be too long')
        }
        return { text: made + text.slice(end), count }
      })
    },
  }),
  defineNode({
    type: 'text.match',
    title: 'Match a pattern',
    description: 'Finds the matches of a regular expression, in linear time.',
    inputs: z.object({ text: Text, ...PATTERN, limit: z.int().min(1).max(100_000).default(1000) }),
    outputs: z.object({
      found: z.boolean(),
      texts: z.array(Text),
      matches: z.array(
        z.object({
          text: Text,
          start: z.int(),
          groups: z.array(z.string().nullable()),
          named: z.record(Text, Text),
        }),
      ),
    }),
    run({ text, limit, ...rest }) {
      return withPattern(rest, (regular) => {
        const matches = []
        for (const match of regular.all(text)) {
          const groups = match.groups.map((group) => group ?? null)
          matches.push({ text: match.text, start: match.start, groups, named: { ...match.named } })
          if (matches.length >= limit) break
        }
        return { found: matches.length > 0, texts: matches.map((match) => match.text), matches }
      })
    },
  }),
  defineNode({
    type: 'text.case',
    title: 'Change case',
    description: 'Upper, lower, title, kebab, snake or camel case.',
    inputs: z.object({ text: Text, to: z.enum(['upper', 'lower', 'title', 'kebab', 'snake', 'camel']) }),
    outputs: TextOut,
    run: ({ text, to }) => ({ text: inCase(text, to) }),
  }),
  defineNode({
    type: 'text.trim',
    title: 'Trim a text',
    description: 'Removes white space at both ends, or at one.',
    inputs: z.object({ text: Text, side: z.enum(['both', 'start', 'end']).default('both') }),
    outputs: TextOut,
    run({ text, side }) {
      if (side === 'start') return { text: text.trimStart() }
      return { text: side === 'end' ? text.trimEnd() : text.trim() }
    },
  }),
  defineNode({
    type: 'text.cut',
    title: 'Cut a text',
    description: 'Shortens a text to a number of characters, with an ending if something was cut.',
    inputs: z.object({ text: Text, length: z.int().min(0), ending: Text.default('…') }),
    outputs: z.object({ text: Text, cut: z.boolean() }),
    run({ text, length, ending }) {
      const letters = [...text]
      const cut = letters.length > length
      return { text: cut ? letters.slice(0, length).join('') + ending : text, cut }
    },
  }),
]

function inCase(text: string, to: 'upper' | 'lower' | 'title' | 'kebab' | 'snake' | 'camel'): string {
  if (to === 'upper') return text.toUpperCase()
  if (to === 'lower') return text.toLowerCase()
  if (to === 'title')
    return text
      .toLowerCase()
      .replaceAll(/(^|\s)(\S)/g, (_all, gap: string, letter: string) => gap + letter.toUpperCase())
  const words = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
  if (to === 'kebab') return words.join('-')
  if (to === 'snake') return words.join('_')
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}
