import type { SpecifierKind } from './model/call.ts'
import { BUILTIN_NAMES } from './builtins.ts'
import {
  ALIASES,
  canonicalMode,
  chooseMode,
  isAtLeastAsStrict,
  MODES,
  type CustomMode,
  type Mode,
} from './modes.ts'
import { globMatches, parseGlob } from './text/glob.ts'
import { indexRules, type RuleIndex } from './rules/rule-index.ts'
import { parseRule, type RuleError } from './rules/parse.ts'
import type { LayerName, ListName, PlacedRule, Rule } from './model/rule.ts'
import type { BuiltinName } from './model/builtin-name.ts'

/** The ingredients of a policy: texts, as stored. */
export interface PolicySource {
  /** The mode of the thread's own row. Absent: that of the heaviest layer that sets one, otherwise `default`. */
  readonly mode?: string
  readonly layers: readonly LayerSource[]
  readonly customModes?: readonly CustomMode[]
  /** Modes that the administrator forbids. */
  readonly forbiddenModes?: readonly string[]
  /** The shipped built-ins: `false` for none, otherwise those that are switched off. */
  readonly builtins?: false | { readonly off?: readonly BuiltinName[] }
  /** Kinds of tools other than the built-in ones, for checking patterns. */
  readonly kindOf?: (tool: string) => SpecifierKind | undefined
}

/** The rules of one layer. */
export interface LayerSource {
  readonly layer: LayerName
  readonly mode?: string
  readonly lists: { readonly [List in ListName]?: readonly string[] }
  /** For `project`: a person trusted this workspace. Otherwise the file can tighten the policy but not loosen it. */
  readonly trusted?: boolean
  /** Lists that could not be read. */
  readonly unreadable?: readonly ListName[]
}

/** Rules compiled and indexed once per version: everything that `decide` needs besides the call. */
export interface Policy {
  readonly mode: Mode
  readonly rules: readonly PlacedRule[]
  readonly index: RuleIndex
  /** Deny and ask lists that could not be loaded as a whole, so everything asks. */
  readonly unloadable: readonly UnloadableList[]
  /** Shipped built-ins that are on. */
  readonly builtins: ReadonlySet<BuiltinName>
  /** Problems that a person must see: malformed rules, unknown or forbidden modes. */
  readonly problems: readonly PolicyProblem[]
}

export interface UnloadableList {
  readonly layer: LayerName
  readonly list: ListName
}

export type PolicyProblem =
  | {
      readonly code: 'malformed-rule'
      readonly layer: LayerName
      readonly list: ListName
      readonly text: string
      readonly error: RuleError
    }
  | { readonly code: 'unreadable-list'; readonly layer: LayerName; readonly list: ListName }
  | { readonly code: 'unknown-mode' | 'forbidden-mode'; readonly mode: string; readonly instead: string }

/** Compiles a policy. Never throws: a list that does not load fails closed, and the policy reports it (SPEC P5). */
export function compilePolicy(source: PolicySource): Policy {
  const loaded = source.layers.flatMap((layer) => LISTS.map((list) => loadList(layer, list, source)))
  const rules = loaded.flatMap((part) => part.rules)
  const wanted = wantedMode(source)
  const { mode, problem } = chooseMode(wanted, modeOptions(source))
  return {
    mode,
    rules,
    index: indexRules(rules),
    unloadable: loaded.flatMap((part) => part.unloadable),
    builtins: builtinsOn(source, rules),
    problems: [
      ...loaded.flatMap((part) => part.problems),
      ...(problem === undefined ? [] : [{ code: problem, mode: wanted, instead: mode.name }]),
    ],
  }
}

const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']

interface LoadedList {
  readonly rules: readonly PlacedRule[]
  readonly unloadable: readonly UnloadableList[]
  readonly problems: readonly PolicyProblem[]
}

function loadList(source: LayerSource, list: ListName, { kindOf }: PolicySource): LoadedList {
  const { layer } = source
  const rules: Rule[] = []
  const problems: PolicyProblem[] = []
  for (const text of source.lists[list] ?? []) {
    const parsed = parseRule(text, kindOf === undefined ? {} : { kindOf })
    if (parsed.ok) rules.push(parsed.value)
    else problems.push({ code: 'malformed-rule', layer, list, text, error: parsed.error })
  }
  if (source.unreadable?.includes(list) === true) problems.push({ code: 'unreadable-list', layer, list })
  const broken = problems.length > 0
  // An allow list with an unreadable rule is treated as empty; of a deny or ask list the other rules still apply.
  const counts = list === 'allow' ? !broken && mayLoosen(source) : true
  return {
    rules: counts
      ? rules.filter((rule) => mayHold(rule, source, list)).map((rule) => ({ rule, list, layer }))
      : [],
    unloadable: broken && list !== 'allow' ? [{ layer, list }] : [],
    problems,
  }
}

/** A project's file can tighten the policy; it loosens it only once a person trusts the workspace (SPEC P6). */
function mayLoosen({ layer, trusted }: LayerSource): boolean {
  return layer !== 'project' || trusted === true
}

/** Layers that cannot make exceptions to built-ins: a project's file, and a grant for a workflow node. */
const NARROW: ReadonlySet<LayerName> = new Set(['project', 'workflow'])

/** Only a person makes exceptions to built-ins: no project file can open a secret (SPEC P17). */
function mayHold(rule: Rule, { layer }: LayerSource, list: ListName): boolean {
  return !(list === 'allow' && NARROW.has(layer) && rule.tool.startsWith('@'))
}

const WEIGHT: readonly LayerName[] = ['shipped', 'user', 'project', 'thread', 'workflow', 'managed']

/** The mode of the heaviest layer that sets one; an untrusted project's mode only if it is no looser. */
function wantedMode(source: PolicySource): string {
  let wanted = 'default'
  for (const name of WEIGHT) {
    const set = source.layers.filter((layer) => layer.layer === name)
    for (const layer of set) {
      if (layer.mode !== undefined && (mayLoosen(layer) || tightens(layer.mode, wanted, source)))
        wanted = layer.mode
    }
    if (name === 'thread') wanted = source.mode ?? wanted
  }
  return canonicalMode(wanted)
}

function tightens(mode: string, before: string, source: PolicySource): boolean {
  const options = modeOptions(source)
  return isAtLeastAsStrict(chooseMode(mode, options).mode, chooseMode(before, options).mode)
}

function modeOptions({ customModes = [], forbiddenModes = [], layers }: PolicySource): {
  readonly custom: readonly CustomMode[]
  readonly forbidden: readonly string[]
} {
  return {
    custom: customModes,
    forbidden: [...forbiddenModes, ...layers.flatMap((layer) => forbiddenBy(layer, customModes))],
  }
}

/** `deny mode(auto)` in the administrator's layer forbids that mode; `deny mode` forbids all but the one that changes nothing. */
function forbiddenBy({ layer, lists }: LayerSource, custom: readonly CustomMode[]): readonly string[] {
  if (layer !== 'managed') return []
  const names = [...MODES.keys(), ...custom.map(({ name }) => name)]
  return (lists.deny ?? []).flatMap((text) => {
    const pattern = forbiddenPattern(text)?.toLowerCase()
    if (pattern === undefined) return []
    // Case-insensitive: an author who writes `mode(Auto)` means that mode, and nothing would report that it still exists.
    const alias = [...ALIASES.keys()].find((name) => name.toLowerCase() === pattern)
    const glob = parseGlob(pattern)
    return alias === undefined ? names.filter((name) => globMatches(glob, name.toLowerCase())) : [alias]
  })
}

/** `auto` of `mode(auto)`; every mode for `mode` alone; undefined for rules about tools. */
function forbiddenPattern(text: string): string | undefined {
  const parsed = parseRule(text)
  return parsed.ok && parsed.value.tool === 'mode' ? (parsed.value.pattern ?? '*') : undefined
}

/** Only effective rules switch a built-in off: not those of a list that cannot be loaded, nor those of a project. */
function builtinsOn({ builtins }: PolicySource, rules: readonly PlacedRule[]): ReadonlySet<BuiltinName> {
  if (builtins === false) return new Set()
  const off = new Set<string>(builtins?.off ?? [])
  for (const { rule, list } of rules) if (list === 'allow' && rule.pattern === undefined) off.add(rule.tool)
  return new Set(BUILTIN_NAMES.filter((name) => !off.has(name)))
}
