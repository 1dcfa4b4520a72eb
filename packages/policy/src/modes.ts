import type { Row } from './model/subject.ts'
import { isStricter, type Verdict } from './verdict.ts'

/** Rows of the mode table. There is none for destructive calls: no mode can let one run (SPEC P2, P4). */
export type ModeRow = Exclude<Row, 'none'>

/** How calls that no rule decides are treated. A row that blocks takes effect before any rule. */
export interface Mode {
  readonly name: string
  readonly rows: Readonly<Record<ModeRow, Verdict>>
}

/** Declares a custom mode: only data, a row per category. */
export interface CustomMode {
  readonly name: string
  readonly rows: Readonly<Record<ModeRow, Verdict>>
}

const row = (
  read: Verdict,
  editSafe: Verdict,
  write: Verdict,
  execute: Verdict,
  external: Verdict,
): Mode['rows'] => ({ read, editSafe, write, execute, external })

/** The built-in modes, strictest first (SPEC P2). */
export const MODES: ReadonlyMap<string, Mode> = new Map(
  [
    { name: 'plan', rows: row('run', 'block', 'block', 'block', 'block') },
    { name: 'strict', rows: row('ask', 'ask', 'ask', 'ask', 'ask') },
    { name: 'default', rows: row('run', 'ask', 'ask', 'ask', 'ask') },
    { name: 'acceptEdits', rows: row('run', 'run', 'ask', 'ask', 'ask') },
    { name: 'auto', rows: row('run', 'run', 'run', 'run', 'run') },
  ].map((mode) => [mode.name, mode]),
)

/** Other systems' names for modes, accepted at the boundary. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['approve', 'default'],
  ['auto_accept_read_only', 'default'],
  ['autonomous', 'auto'],
  ['bypassPermissions', 'auto'],
  ['auto_accept_all', 'auto'],
  ['ask_every_time', 'strict'],
])

/** The name that this system uses for a mode. */
export function canonicalMode(name: string): string {
  return ALIASES.get(name) ?? name
}

/** The requested mode, and why another one applies. */
export interface ModeChoice {
  readonly mode: Mode
  readonly problem?: 'unknown-mode' | 'forbidden-mode'
}

/**
 * The mode of that name. An unknown or forbidden mode is replaced by a stricter one, never by a looser one; a custom mode is also forbidden
 * if it allows something that no permitted mode allows.
 */
export function chooseMode(
  name: string,
  {
    custom = [],
    forbidden = [],
  }: { readonly custom?: readonly CustomMode[]; readonly forbidden?: readonly string[] },
): ModeChoice {
  const wanted = canonicalMode(name)
  const refused = new Set(forbidden.map(canonicalMode))
  const builtin = MODES.get(wanted)
  const known = builtin ?? custom.find((candidate) => candidate.name === wanted)
  const mode = known ?? STRICT
  const open = [...MODES.values()].filter((candidate) => !refused.has(candidate.name))
  const isOpen =
    !refused.has(mode.name) &&
    (builtin !== undefined || open.some((candidate) => isAtLeastAsStrict(mode, candidate)))
  if (isOpen) return known === undefined ? { mode, problem: 'unknown-mode' } : { mode }
  const instead = open.findLast((candidate) => isAtLeastAsStrict(candidate, mode)) ?? PLAN
  return { mode: instead, problem: known === undefined ? 'unknown-mode' : 'forbidden-mode' }
}

/** True when no cell of `mode` is looser than in `other`. */
export function isAtLeastAsStrict(mode: Mode, other: Mode): boolean {
  return ROWS.every((name) => !isStricter(other.rows[name], mode.rows[name]))
}

/** True for plan mode and modes like it: everything with an effect is blocked. */
export function blocksEffects(mode: Mode): boolean {
  return ROWS.every((name) => name === 'read' || mode.rows[name] === 'block')
}

const ROWS: readonly ModeRow[] = ['read', 'editSafe', 'write', 'execute', 'external']
const STRICT: Mode = { name: 'strict', rows: row('ask', 'ask', 'ask', 'ask', 'ask') }
const PLAN: Mode = { name: 'plan', rows: row('run', 'block', 'block', 'block', 'block') }
