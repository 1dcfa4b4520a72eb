import type { ModeRow } from '../modes.ts'
import type { PolicySource } from '../policy.ts'
import type { ListName } from '../model/rule.ts'
import { strictest, type Verdict } from '../verdict.ts'
import type { Atom, TextCall } from './atoms.ts'

/**
 * A second opinion: slow, obvious, without parser, index, patterns or layers. It has the invented rules and pieces of commands as
 * constants, and the order of judgement as one chain of questions.
 */
export function referenceDecision(source: PolicySource, thing: Thing): Verdict {
  return thing.parts.map((part) => judge(source, thing, part)).reduce(strictest, 'run')
}

export interface Thing {
  readonly destructive: boolean
  readonly parts: readonly ThingPart[]
}

export interface ThingPart {
  readonly row: ModeRow
  readonly locked: boolean
  readonly irreversible: boolean
  /** Texts of the rules that fit it. */
  fits(rule: string, list: ListName): boolean
}

export function shellThing(atoms: readonly Atom[]): Thing {
  return { destructive: false, parts: atoms.map(atomPart) }
}

export function textThing({ name, category, destructive, editSafe, text }: TextCall): Thing {
  const row = category === 'write' && editSafe ? 'editSafe' : category
  return {
    destructive,
    parts: [{ row, locked: false, irreversible: false, fits: (rule) => textFits(rule, name, text) }],
  }
}

function textFits(rule: string, name: string, text: string): boolean {
  switch (rule) {
    case '*':
      return true
    case 'tool.a':
      return name === 'tool.a'
    case 'tool.*':
      return name.startsWith('tool.')
    case 'tool.b(x*)':
      return name === 'tool.b' && text.startsWith('x')
    case 'tool.b(y)':
      return name === 'tool.b' && text === 'y'
    default:
      return false
  }
}

const EVERY: ReadonlySet<string> = new Set(['terminal.exec', 'terminal.exec(*)', 'terminal.*', '*'])

const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['terminal.exec(git push *)', ['git push origin', 'git push --force']],
  ['terminal.exec(git *)', ['git status', 'git push origin', 'git push --force', 'git branch -D old']],
  ['terminal.exec(npm test)', ['npm test']],
  ['terminal.exec(npm run *)', ['npm run build']],
  ['terminal.exec(ls *)', ['ls -la']],
  ['terminal.exec(rm *)', ['rm -rf /']],
  ['terminal.exec(touch src/a)', ['touch src/a']],
  ['terminal.exec(frobnicate*)', ['frobnicate now', 'frobnicate projects delete x']],
  ['terminal.exec(git branch -D *)', ['git branch -D old']],
  ['terminal.exec(frobnicate projects delete x)', ['frobnicate projects delete x']],
])

/** The rules that spell out program and verb of an irreversible command. */
const LIFTS: ReadonlySet<string> = new Set([
  'terminal.exec(git branch -D *)',
  'terminal.exec(frobnicate projects delete x)',
])

function atomPart({ text, kind }: Atom): ThingPart {
  return {
    row: kind === 'readonly' ? 'read' : 'execute',
    locked: kind === 'breaker' || kind === 'unreadable',
    irreversible: kind === 'irreversible',
    fits: (rule) => EVERY.has(rule) || (FITTING.get(rule)?.includes(text) ?? false),
  }
}

function judge(source: PolicySource, thing: Thing, part: ThingPart): Verdict {
  const mode = modeOf(source)
  const row = VERDICTS[mode.charAt(COLUMNS.indexOf(part.row))] ?? 'block'
  const locked = part.locked || thing.destructive
  if (rulesOf(source, 'deny').some((rule) => part.fits(rule, 'deny'))) return 'block'
  if (row === 'block' || (mode.endsWith('cccc') && (locked || part.irreversible))) return 'block'
  if (locked) return 'ask'
  if (part.irreversible && !isLifted(source, part)) return 'ask'
  if (hasBrokenList(source)) return 'ask'
  if (rulesOf(source, 'ask').some((rule) => part.fits(rule, 'ask'))) return 'ask'
  if (rulesOf(source, 'allow').some((rule) => part.fits(rule, 'allow'))) return 'run'
  return row
}

/** Only a rule that the person or the administrator wrote. */
function isLifted({ layers, ...rest }: PolicySource, part: ThingPart): boolean {
  const own = layers.filter(({ layer }) => layer !== 'project' && layer !== 'shipped')
  return rulesOf({ ...rest, layers: own }, 'allow').some(
    (rule) => LIFTS.has(rule) && part.fits(rule, 'allow'),
  )
}

const MALFORMED: ReadonlySet<string> = new Set(['terminal.exec()', 'files.write(!x)'])

function rulesOf(source: PolicySource, list: ListName): readonly string[] {
  return source.layers.flatMap((layer) => {
    const rules = layer.lists[list] ?? []
    const broken = isBroken(source, list)(layer)
    if (list === 'allow' && (broken || (layer.layer === 'project' && layer.trusted !== true))) return []
    return rules
  })
}

function isBroken(_source: PolicySource, list: ListName): (layer: PolicySource['layers'][number]) => boolean {
  return (layer) =>
    (layer.unreadable ?? []).includes(list) || (layer.lists[list] ?? []).some((rule) => MALFORMED.has(rule))
}

function hasBrokenList(source: PolicySource): boolean {
  return source.layers.some((layer) => isBroken(source, 'deny')(layer) || isBroken(source, 'ask')(layer))
}

const VERDICTS: Readonly<Record<string, Verdict>> = { a: 'run', b: 'ask', c: 'block' }
const COLUMNS: readonly ModeRow[] = ['read', 'editSafe', 'write', 'execute', 'external']

/** Every mode in letters, one per column: `a` runs, `b` asks, `c` blocks. The product's own first, from loosest to strictest. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['auto', 'aaaaa'],
  ['acceptEdits', 'aabbb'],
  ['default', 'abbbb'],
  ['strict', 'bbbbb'],
  ['plan', 'acccc'],
  ['careful', 'aabcb'],
  ['builder', 'aaaab'],
])
const OWN: readonly string[] = [...LETTERS.keys()].slice(0, 5)

const noLooser = (mode: string, other: string): boolean =>
  [...mode].every((letter, column) => letter >= other.charAt(column))

/** The effective mode, in letters. */
function modeOf(source: PolicySource): string {
  let wanted = 'default'
  for (const name of ['shipped', 'user', 'project', 'thread', 'managed']) {
    for (const { layer, mode, trusted } of source.layers) {
      if (layer !== name || mode === undefined) continue
      const tamed = layer === 'project' && trusted !== true
      if (!tamed || noLooser(chosen(mode, source), chosen(wanted, source))) wanted = mode
    }
    if (name === 'thread') wanted = source.mode ?? wanted
  }
  return chosen(wanted, source)
}

/** The mode itself, or the loosest remaining one that is no looser. */
function chosen(wanted: string, source: PolicySource): string {
  const name = LETTERS.has(wanted) ? wanted : 'strict'
  const letters = LETTERS.get(name) ?? ''
  const forbidden = forbiddenIn(source)
  const left = OWN.filter((each) => !forbidden.includes(each)).map((each) => LETTERS.get(each) ?? '')
  const builtin = OWN.includes(wanted)
  if (!forbidden.includes(name) && (builtin || left.some((each) => noLooser(letters, each)))) return letters
  return left.find((each) => noLooser(each, letters)) ?? 'acccc'
}

function forbiddenIn({ forbiddenModes = [], layers }: PolicySource): readonly string[] {
  const managed = layers.filter(({ layer }) => layer === 'managed').flatMap(({ lists }) => lists.deny ?? [])
  return [
    ...forbiddenModes,
    ...(managed.includes('mode(auto)') ? ['auto'] : []),
    ...(managed.includes('mode') ? [...LETTERS.keys()].filter((name) => name !== 'plan') : []),
  ]
}
