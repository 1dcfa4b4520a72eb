import { MODES, type ModeRow } from '../modes.ts'
import type { PolicySource } from '../policy.ts'
import type { ListName } from '../rules/rule.ts'
import { strictest, type Verdict } from '../verdict.ts'
import { CAREFUL, type Atom, type TextCall } from './atoms.ts'

/**
 * A second opinion: slow, obvious, without parser, index, patterns or layers. It knows the made-up rules and pieces of
 * commands by heart, and the order of judgement as one chain of questions.
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
  /** Texts of the rules that fit it. */
  fits(rule: string, list: ListName): boolean
}

export function shellThing(atoms: readonly Atom[]): Thing {
  return { destructive: false, parts: atoms.map(atomPart) }
}

export function textThing({ name, category, destructive, editSafe, text }: TextCall): Thing {
  const row = category === 'write' && editSafe ? 'editSafe' : category
  return { destructive, parts: [{ row, locked: false, fits: (rule) => textFits(rule, name, text) }] }
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
  ['terminal.exec(git *)', ['git status', 'git push origin', 'git push --force']],
  ['terminal.exec(npm test)', ['npm test']],
  ['terminal.exec(npm run *)', ['npm run build']],
  ['terminal.exec(ls *)', ['ls -la']],
  ['terminal.exec(rm *)', ['rm -rf /']],
  ['terminal.exec(touch src/a)', ['touch src/a']],
  ['terminal.exec(frobnicate*)', ['frobnicate now']],
])

function atomPart({ text, kind }: Atom): ThingPart {
  return {
    row: kind === 'readonly' ? 'read' : 'execute',
    locked: kind === 'breaker' || kind === 'unreadable',
    fits: (rule) => EVERY.has(rule) || (FITTING.get(rule)?.includes(text) ?? false),
  }
}

function judge(source: PolicySource, thing: Thing, part: ThingPart): Verdict {
  const mode = modeOf(source)
  const rows = mode === 'careful' ? CAREFUL.rows : (MODES.get(mode) ?? { rows: CAREFUL.rows }).rows
  const locked = part.locked || thing.destructive
  if (rulesOf(source, 'deny').some((rule) => part.fits(rule, 'deny'))) return 'block'
  if (rows[part.row] === 'block' || (mode === 'plan' && locked)) return 'block'
  if (locked) return 'ask'
  if (hasBrokenList(source)) return 'ask'
  if (rulesOf(source, 'ask').some((rule) => part.fits(rule, 'ask'))) return 'ask'
  if (rulesOf(source, 'allow').some((rule) => part.fits(rule, 'allow'))) return 'run'
  return rows[part.row]
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

/** From loosest to strictest; `careful` blocks commands, so only plan and its like are no looser. */
const NO_LOOSER: ReadonlyMap<string, readonly string[]> = new Map([
  ['auto', ['auto', 'acceptEdits', 'default', 'strict', 'plan']],
  ['acceptEdits', ['acceptEdits', 'default', 'strict', 'plan']],
  ['default', ['default', 'strict', 'plan']],
  ['strict', ['strict']],
  ['plan', ['plan']],
])

function modeOf({ mode = 'default', forbiddenModes = [] }: PolicySource): string {
  // It edits like `acceptEdits`: where neither that nor a looser mode may be chosen, it may not either.
  if (mode === 'careful')
    return ['auto', 'acceptEdits'].some((choice) => !forbiddenModes.includes(choice)) ? mode : 'plan'
  const choices = NO_LOOSER.get(mode) ?? ['strict']
  return choices.find((choice) => !forbiddenModes.includes(choice)) ?? 'plan'
}
