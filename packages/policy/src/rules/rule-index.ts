import type { SubjectKeys } from '../subject.ts'
import { kindOfTool } from '../tools.ts'
import { globMatches, parseGlob, type Glob } from './glob.ts'
import type { ListName, PlacedRule, Rule } from './rule.ts'
import { compileShellPattern, firstWord, type ShellPattern } from './shell-pattern.ts'

/** All rules of a policy, found by list, tool, and the first word where a rule has one. */
export interface RuleIndex {
  /** A rule of the list that is for one of the tools, has one of the keys (or needs none), and passes the test. */
  find(query: RuleQuery, test: (rule: PlacedRule) => boolean): PlacedRule | undefined
  /** Any rule of the list that is for one of the tools and passes the test, whatever its key. */
  findAny(query: Omit<RuleQuery, 'keys'>, test: (rule: PlacedRule) => boolean): PlacedRule | undefined
}

export interface RuleQuery {
  readonly list: ListName
  readonly tools: readonly string[]
  readonly keys: SubjectKeys | undefined
}

/** Rules of one tool in one list. */
interface Bucket {
  readonly byWord: ReadonlyMap<string, readonly PlacedRule[]>
  readonly rest: readonly PlacedRule[]
}

/** Tools whose rules are kept ready; more are sorted out anew, so that made-up names cannot fill the memory. */
const MOST_TOOLS = 1_000

export function indexRules(rules: readonly PlacedRule[]): RuleIndex {
  const exact = new Map<string, PlacedRule[]>()
  const wild: { readonly glob: Glob; readonly placed: PlacedRule }[] = []
  for (const placed of rules) {
    const { tool } = placed.rule
    if (tool.includes('*')) wild.push({ glob: parseGlob(tool), placed })
    else push(exact, tool, placed)
  }
  const ready = new Map<string, Readonly<Record<ListName, Bucket>>>()
  const bucketsOf = (tool: string): Readonly<Record<ListName, Bucket>> => {
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
  return {
    find({ list, tools, keys }, test) {
      for (const tool of tools) {
        const found = findIn(bucketsOf(tool)[list], keys, test)
        if (found !== undefined) return found
      }
      return undefined
    },
    findAny({ list, tools }, test) {
      for (const tool of tools) {
        const found = findIn(bucketsOf(tool)[list], undefined, test)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** A `*` stands for tools, not for built-ins: `allow *` is no exception from `@secrets`. */
function namesTool(glob: Glob, tool: string): boolean {
  return globMatches(glob, tool) && (!tool.startsWith('@') || glob.chunks[0]?.startsWith('@') === true)
}

const patterns = new WeakMap<Rule, ShellPattern>()

/** The shell pattern of a rule, compiled once; undefined for a bare tool name. */
export function shellPatternOf(rule: Rule): ShellPattern | undefined {
  if (rule.pattern === undefined) return undefined
  const known = patterns.get(rule)
  if (known !== undefined) return known
  const made = compileShellPattern(rule.pattern)
  patterns.set(rule, made)
  return made
}

/** The last part of a program's path: rules and commands meet in it. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

function bucket(rules: readonly PlacedRule[], list: ListName): Bucket {
  const byWord = new Map<string, PlacedRule[]>()
  const rest: PlacedRule[] = []
  for (const placed of rules) {
    if (placed.list !== list) continue
    const key = wordKey(placed.rule)
    if (key === undefined) rest.push(placed)
    else push(byWord, key, placed)
  }
  return { byWord, rest }
}

function wordKey(rule: Rule): string | undefined {
  if (kindOfTool(rule.tool) !== 'shell') return undefined
  const pattern = shellPatternOf(rule)
  const word = pattern === undefined ? undefined : firstWord(pattern)
  return word === undefined ? undefined : baseName(word)
}

function findIn(
  { byWord, rest }: Bucket,
  keys: SubjectKeys | undefined,
  test: (rule: PlacedRule) => boolean,
): PlacedRule | undefined {
  const found = rest.find(test)
  if (found !== undefined || byWord.size === 0) return found
  const groups =
    keys?.words === undefined ? byWord.values() : keys.words.map((word) => byWord.get(word) ?? [])
  for (const group of groups) {
    const hit = group.find(test)
    if (hit !== undefined) return hit
  }
  return undefined
}

function push(map: Map<string, PlacedRule[]>, key: string, value: PlacedRule): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
