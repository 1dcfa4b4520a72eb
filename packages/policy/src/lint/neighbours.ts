import { literal } from '../model/field.ts'
import { domainsOf } from '../urls/domains.ts'
import { wordsOfCommand } from '../rules/rule-key.ts'
import { shellPatternOf } from '../rules/rule-key.ts'
import { indexRules } from '../rules/rule-index.ts'
import type { ListName, PlacedRule, Rule } from '../model/rule.ts'
import type { SubjectKeys } from '../model/subject.ts'
import { kindOfTool } from '../tools.ts'
import { urlPatternOf } from '../urls/rule-pattern.ts'
import { fieldsOf } from './contains.ts'

/** An index for finding a rule that might cover all of another. */
export interface Neighbours<Item extends PlacedRule> {
  /** The first rule of a list, in order, that passes the test; if there are too many to compare, only the first ones are tried. */
  first(list: ListName, rule: Rule, test: (other: Item) => boolean): Item | undefined
  /** The first rule of a list with exactly this text. */
  same(list: ListName, rule: Rule): Item | undefined
}

/** More comparisons per rule would make linting too slow. */
const MOST_COMPARED = 500

/** Indexes rules by their beginnings, as for decisions: a rule is compared only with those that could cover all of it. */
export function neighboursOf<Item extends PlacedRule>(items: readonly Item[]): Neighbours<Item> {
  const index = indexRules(items)
  const order = new Map<PlacedRule, { readonly item: Item; readonly at: number }>(
    items.map((item, at) => [item, { item, at }]),
  )
  const texts = new Map<string, Item>()
  for (const item of items) {
    const key = `${item.list} ${item.rule.text}`
    if (!texts.has(key)) texts.set(key, item)
  }
  return {
    same: (list, rule) => texts.get(`${list} ${rule.text}`),
    first(list, rule, test) {
      let best: { readonly item: Item; readonly at: number } | undefined
      let compared = 0
      index.find({ list, tools: [rule.tool], keys: keysOf(rule) }, (placed) => {
        const known = order.get(placed)
        if (known === undefined || known.at >= (best?.at ?? Infinity)) return false
        if (test(known.item)) best = known
        compared += 1
        return compared >= MOST_COMPARED
      })
      return best?.item
    },
  }
}

/** The keys under which a rule that could cover all of this one is indexed. */
function keysOf(rule: Rule): SubjectKeys {
  if (rule.pattern === undefined) return NO_KEYS
  switch (kindOfTool(rule.tool)) {
    case 'shell':
      return { ...NO_KEYS, words: wordsOf(rule) }
    case 'path':
      return { ...NO_KEYS, names: plainNames(rule.pattern) }
    case 'url': {
      const pattern = urlPatternOf(rule)
      const host = pattern === undefined || pattern.kind === 'every' ? undefined : pattern.host
      return host === undefined || host.kind === 'any' ? NO_KEYS : { ...NO_KEYS, hosts: domainsOf(host.host) }
    }
    case 'text':
    case undefined:
      return NO_KEYS
  }
}

/** A wildcard has no key of its own. */
function plainNames(pattern: string): readonly string[] {
  return [...new Set(pattern.split('/').filter((name) => !/[*?[\\]/.test(name)))]
}

const NO_KEYS: SubjectKeys = { words: [], names: [], hosts: [] }

/** The words up to the first open one, since later words cannot be compared. */
function wordsOf(rule: Rule): readonly string[] {
  const pattern = shellPatternOf(rule)
  const fields = pattern === undefined ? [] : fieldsOf(pattern)
  const open = fields.findIndex((field) => literal(field) === undefined)
  return wordsOfCommand(open === -1 ? fields : fields.slice(0, open)) ?? []
}
