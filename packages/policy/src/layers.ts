import { needsPerson, type FoundBreaker, type PolicyCall } from './model/call.ts'
import type { Lock, Reason } from './decision.ts'
import { blocksEffects, type Mode, type ModeRow } from './modes.ts'
import type { Policy } from './policy.ts'
import type { LayerName, ListName, PlacedRule } from './model/rule.ts'
import type { BuiltinTag, Fit, Irreversible, Subject } from './model/subject.ts'
import { strictest, type Verdict } from './verdict.ts'

/** A layer's opinion on a subject. */
export interface Opinion {
  readonly verdict: Verdict
  readonly reason: Reason
  readonly lock?: Lock
}

/** The context of a subject that a layer may look at. */
export interface Context {
  readonly call: PolicyCall
  readonly policy: Policy
}

/** A step of the evaluation: an opinion, or none. */
export type Layer = (subject: Subject, context: Context) => Opinion | undefined

/** Precedence, in reading order (SPEC P3). The first layer with an opinion wins; nothing else compares rules and modes. */
export const LAYERS: readonly Layer[] = [
  denyRules,
  blockedByMode,
  refusedAddresses,
  unreadable,
  breakers,
  destructive,
  alwaysAsks,
  irreversible,
  unloadableLists,
  askRules,
  allowRules,
  modeTable,
]

/** The layers for a person who acts by hand (SPEC G14). Modes, breakers and losses bind only agents, so they are not among them. */
export const HAND_LAYERS: readonly Layer[] = [
  denyRules,
  refusedAddresses,
  possibleDenials,
  ownFiles,
  unloadableListsBlock,
  runsByHand,
]

function denyRules(subject: Subject, { policy }: Context): Opinion | undefined {
  const rule = findMay(subject, policy, 'deny', 'hit')
  return rule === undefined ? undefined : { verdict: 'block', reason: ruleReason(rule) }
}

/** Plan mode, and every mode with a row that blocks: no rule of any list allows an effect there. */
function blockedByMode(subject: Subject, { call, policy }: Context): Opinion | undefined {
  const row = effectiveRow(subject, policy.mode)
  if (row === undefined) return undefined
  const { mode } = policy
  const blocked =
    mode.rows[row] === 'block' ||
    (blocksEffects(mode) &&
      (needsPerson(call.tool) ||
        subject.unreadable !== undefined ||
        subject.breaker !== undefined ||
        subject.irreversible !== undefined))
  return blocked ? { verdict: 'block', reason: { because: 'plan', mode: mode.name, row } } : undefined
}

function refusedAddresses(subject: Subject, { policy }: Context): Opinion | undefined {
  if (subject.refusal === undefined || findMust(subject, policy) !== undefined) return undefined
  return { verdict: 'block', reason: subject.refusal }
}

function unreadable({ unreadable: why }: Subject): Opinion | undefined {
  return why === undefined
    ? undefined
    : { verdict: 'ask', reason: { because: 'unreadable', ...why }, lock: 'unreadable' }
}

function breakers({ breaker }: Subject): Opinion | undefined {
  return breaker === undefined
    ? undefined
    : { verdict: 'ask', reason: { because: 'breaker', ...breaker }, lock: 'breaker' }
}

function destructive({ row }: Subject, { call: { tool } }: Context): Opinion | undefined {
  if (!tool.destructive || row === 'none') return undefined
  const reason: Reason =
    tool.suspect === undefined
      ? { because: 'destructive', tool: tool.name }
      : { because: 'suspect', tool: tool.name, why: tool.suspect }
  return { verdict: 'ask', reason, lock: 'destructive' }
}

/** A fact of the tool (SPEC P4.7): a person answers every call of it. */
function alwaysAsks({ row }: Subject, { call: { tool } }: Context): Opinion | undefined {
  if (tool.asks !== 'always' || row === 'none') return undefined
  return { verdict: 'ask', reason: { because: 'tool_asks', tool: tool.name }, lock: 'asks' }
}

/** Asks in every mode, unless a rule of the person or the administrator spells out what it lifts (SPEC P20). */
function irreversible(subject: Subject, { policy }: Context): Opinion | undefined {
  const { irreversible: loss } = subject
  if (loss === undefined || findLift(subject, loss, policy) !== undefined) return undefined
  const { kind, target } = loss
  return { verdict: 'ask', reason: { because: 'irreversible', kind, target } }
}

function findLift(subject: Subject, loss: Irreversible, { index }: Policy): PlacedRule | undefined {
  if (index.isEmpty('allow', subject.tools.must)) return undefined
  return index.find(
    { list: 'allow', tools: subject.tools.must, keys: subject.keys },
    (rule) => LIFTING.has(rule.layer) && subject.must(rule) && loss.lifts(rule),
  )
}

/** Layers that a person or an administrator writes. A project's file and the shipped rules lift nothing. */
const LIFTING: ReadonlySet<LayerName> = new Set(['user', 'thread', 'managed'])

function unloadableLists(_subject: Subject, { policy }: Context): Opinion | undefined {
  const [first] = policy.unloadable
  return first === undefined
    ? undefined
    : { verdict: 'ask', reason: { because: 'unloadable-list', ...first } }
}

/** Ask rules, and deny rules that an unknown word could complete: at least `ask` (corpus README). */
function askRules(subject: Subject, { policy }: Context): Opinion | undefined {
  const certain = findMay(subject, policy, 'ask', 'hit')
  if (certain !== undefined) return { verdict: 'ask', reason: ruleReason(certain) }
  const possible = findPossible(subject, policy, 'deny') ?? findPossible(subject, policy, 'ask')
  if (possible !== undefined) return { verdict: 'ask', reason: ruleReason(possible, { possible: true }) }
  const tag = subject.builtins?.find((candidate) => holds(candidate, subject, policy))
  return tag === undefined ? undefined : { verdict: 'ask', reason: { because: 'builtin', ...tag } }
}

function allowRules(subject: Subject, { policy }: Context): Opinion | undefined {
  if (subject.row === 'none' && subject.guard === undefined) return undefined
  const free =
    subject.readonly !== undefined && subject.guard === undefined && policy.mode.rows.read === 'run'
  const rule = free ? undefined : findMust(subject, policy)
  return rule === undefined ? undefined : { verdict: 'run', reason: ruleReason(rule) }
}

function modeTable(subject: Subject, { policy: { mode } }: Context): Opinion {
  const row = effectiveRow(subject, mode)
  const cell = row === undefined ? 'run' : mode.rows[row]
  if (subject.guard !== undefined) {
    const { because, path } = subject.guard
    return { verdict: strictest('ask', cell), reason: { because, path } }
  }
  return { verdict: cell, reason: modeReason(subject, { row, cell, mode: mode.name }) }
}

function modeReason(
  subject: Subject,
  { row, cell, mode }: { readonly row: ModeRow | undefined; readonly cell: Verdict; readonly mode: string },
): Reason {
  if (row === undefined) return { because: 'nothing' }
  if (cell === 'run' && subject.readonly !== undefined) return { because: 'readonly', ...subject.readonly }
  const [note] = subject.notes ?? []
  return cell === 'run' || note === undefined ? { because: 'mode', mode, row } : note
}

/** The applicable row of the mode table; undefined for subjects that only rules look at. In plan mode services are not queried either. */
function effectiveRow({ row, readonly: free }: Subject, mode: Mode): ModeRow | undefined {
  if (row === 'none') return undefined
  return free === undefined || (free.query === true && blocksEffects(mode)) ? row : 'read'
}

/** Nobody can be asked whether an administrator's rule applies. */
function possibleDenials(subject: Subject, { policy }: Context): Opinion | undefined {
  const rule =
    subject.unreadable === undefined
      ? findPossible(subject, policy, 'deny')
      : policy.index.findAny({ list: 'deny', tools: subject.tools.may }, () => true)
  return rule === undefined ? undefined : { verdict: 'block', reason: ruleReason(rule, { possible: true }) }
}

function ownFiles({ guard, breaker }: Subject): Opinion | undefined {
  const own =
    guard?.because === 'own-files' ? guard.path : breaker?.kind === OWN_LINK ? breaker.target : undefined
  return own === undefined ? undefined : { verdict: 'block', reason: { because: 'own-files', path: own } }
}

const OWN_LINK: FoundBreaker = 'own-link'

function unloadableListsBlock(subject: Subject, context: Context): Opinion | undefined {
  const opinion = unloadableLists(subject, context)
  return opinion && { ...opinion, verdict: 'block' }
}

function runsByHand(): Opinion {
  return { verdict: 'run', reason: { because: 'by_hand' } }
}

function findMay(subject: Subject, { index }: Policy, list: ListName, wanted: Fit): PlacedRule | undefined {
  const tools = toolsOf(subject)
  if (index.isEmpty(list, tools)) return undefined
  const query = { list, tools, keys: subject.keys }
  return index.find(query, (rule) => subject.may(rule) === wanted)
}

function findPossible(subject: Subject, policy: Policy, list: ListName): PlacedRule | undefined {
  const beside = subject.keys?.beside
  const found = findMay(subject, policy, list, 'possible')
  if (found !== undefined || beside === undefined) return found
  const query = { list, tools: subject.tools.may }
  return policy.index.findAny(query, (rule) => beside === 'any-rule' || rule.layer !== 'shipped')
}

function toolsOf({ tools, builtins }: Subject): readonly string[] {
  if (builtins === undefined || builtins.length === 0) return tools.may
  return [...tools.may, ...builtins.map((tag) => tag.name)]
}

function findMust(subject: Subject, { index }: Policy): PlacedRule | undefined {
  if (index.isEmpty('allow', subject.tools.must)) return undefined
  return index.find({ list: 'allow', tools: subject.tools.must, keys: subject.keys }, (rule) =>
    subject.must(rule),
  )
}

/** Whether a built-in is on and no exception of a person covers this case. */
function holds(tag: BuiltinTag, subject: Subject, { builtins, index }: Policy): boolean {
  if (!builtins.has(tag.name)) return false
  const query = { list: 'allow' as const, tools: [tag.name], keys: subject.keys }
  return index.find(query, (rule) => subject.must(rule)) === undefined
}

function ruleReason({ rule, list, layer }: PlacedRule, options?: { readonly possible: boolean }): Reason {
  const reason = { because: 'rule', list, layer, text: rule.text } as const
  return options?.possible === true ? { ...reason, possible: true } : reason
}
