import type { SubjectKeys } from '../model/subject.ts'
import { globMatches, parseGlob, type Glob } from '../text/glob.ts'
import { keyOfRule, type KeyKind } from './rule-key.ts'
import type { ListName, PlacedRule } from '../model/rule.ts'

/** All rules of a policy, indexed by list, tool, and key if a rule has one. */
export interface RuleIndex {
  /** Whether the list has no rule for any of the tools. Most tools have none. */
  isEmpty(list: ListName, tools: readonly string[]): boolean
  /** A rule of the list for one of the tools that has one of the keys (or needs none) and passes the test. */
  find(query: RuleQuery, test: RuleTest): PlacedRule | undefined
  /** Any rule of the list for one of the tools that passes the test, whatever its key. */
  findAny(query: Omit<RuleQuery, 'keys'>, test: RuleTest): PlacedRule | undefined
}

export interface RuleQuery {
  readonly list: ListName
  readonly tools: readonly string[]
  readonly keys: SubjectKeys | undefined
}

type RuleTest = (rule: PlacedRule) => boolean

/** Rules of one tool in one list. */
interface Bucket {
  readonly keyed: readonly {
    readonly kind: KeyKind
    readonly rules: ReadonlyMap<string, readonly PlacedRule[]>
  }[]
  readonly rest: readonly PlacedRule[]
}

type Buckets = Readonly<Record<ListName, Bucket>>

/** Number of tools whose rules are cached; rules of others are looked up again, so that invented names cannot fill the memory. */
const MOST_TOOLS = 1_000

export function indexRules(rules: readonly PlacedRule[]): RuleIndex {
  const exact = new Map<string, PlacedRule[]>()
  const wild: { readonly glob: Glob; readonly placed: PlacedRule }[] = []
  for (const placed of rules) {
    const { tool } = placed.rule
    if (tool.includes('*')) wild.push({ glob: parseGlob(tool), placed })
    else push(exact, tool, placed)
  }
  const ready = new Map<string, Buckets>()
  let last: { readonly tool: string; readonly buckets: Buckets } | undefined
  // A decision asks for the same tool repeatedly.
  const bucketsOf = (tool: string): Buckets => {
    if (last?.tool !== tool) last = { tool, buckets: sortedOut(tool) }
    return last.buckets
  }
  const sortedOut = (tool: string): Buckets => {
    const known = ready.get(tool)
    if (known !== undefined) return known
    const found = [
      ...(exact.get(tool) ?? []),
      ...wild.filter(({ glob }) => namesTool(glob, tool)).map(({ placed }) => placed),
    ]
    const made = { deny: bucket(found, 'deny'), ask: bucket(found, 'ask'), allow: bucket(found, 'allow') }
    if (ready.size < MOST_TOOLS) ready.set(tool, made)
    return made
  }
  const find = ({ list, tools, keys }: RuleQuery, test: RuleTest): PlacedRule | undefined => {
    for (const tool of tools) {
      const found = findIn(bucketsOf(tool)[list], keys, test)
      if (found !== undefined) return found
    }
    return undefined
  }
  const isEmpty = (list: ListName, tools: readonly string[]): boolean => {
    for (const tool of tools) if (!isEmptyBucket(bucketsOf(tool)[list])) return false
    return true
  }
  return {
    isEmpty,
    find,
    findAny: (query, test) => find({ ...query, keys: undefined }, test),
  }
}

function isEmptyBucket({ keyed, rest }: Bucket): boolean {
  return rest.length === 0 && keyed.length === 0
}

/** A `*` matches tools, not built-ins: `allow *` is not an exception to `@secrets`. */
function namesTool(glob: Glob, tool: string): boolean {
  return globMatches(glob, tool) && (!tool.startsWith('@') || glob.chunks[0]?.startsWith('@') === true)
}

function bucket(rules: readonly PlacedRule[], list: ListName): Bucket {
  const keyed = new Map<KeyKind, Map<string, PlacedRule[]>>()
  const rest: PlacedRule[] = []
  for (const placed of rules) {
    if (placed.list !== list) continue
    const found = keyOfRule(placed.rule)
    if (found === undefined) {
      rest.push(placed)
      continue
    }
    const map = keyed.get(found.kind) ?? new Map<string, PlacedRule[]>()
    for (const key of found.keys) push(map, key, placed)
    keyed.set(found.kind, map)
  }
  return { keyed: [...keyed].map(([kind, map]) => ({ kind, rules: map })), rest }
}

function findIn(
  { keyed, rest }: Bucket,
  keys: SubjectKeys | undefined,
  test: RuleTest,
): PlacedRule | undefined {
  const found = rest.find(test)
  if (found !== undefined) return found
  for (const { kind, rules } of keyed) {
    const wanted = keys?.[kind]
    if (wanted === undefined) {
      for (const group of rules.values()) {
        const hit = group.find(test)
        if (hit !== undefined) return hit
      }
      continue
    }
    for (const key of wanted) {
      const hit = rules.get(key)?.find(test)
      if (hit !== undefined) return hit
    }
  }
  return undefined
}

function push(map: Map<string, PlacedRule[]>, key: string, value: PlacedRule): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
