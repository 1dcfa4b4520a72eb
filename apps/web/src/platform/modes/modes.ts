import { modeTexts } from './mode-texts.ts'

/** A mode as people see it. The server's row is authoritative; this is only its name and look. */
export interface ModeLook {
  readonly id: string
  readonly label: string
  readonly line: string
  readonly rail: 'dots' | 'double' | 'line' | 'dashes' | 'hatch' | 'dash-dot'
  /** Class names by token, only for the rail and the dot. */
  readonly colour: string
}

export const MODES: readonly ModeLook[] = [
  { id: 'plan', ...modeTexts.plan, rail: 'dots', colour: 'text-plan' },
  { id: 'strict', ...modeTexts.strict, rail: 'double', colour: 'text-ink-2' },
  { id: 'default', ...modeTexts.default, rail: 'line', colour: 'text-accent' },
  { id: 'acceptEdits', ...modeTexts.acceptEdits, rail: 'dashes', colour: 'text-edits' },
  { id: 'auto', ...modeTexts.auto, rail: 'hatch', colour: 'text-auto' },
]

/** The effective mode if the stored one is forbidden here. */
export function heldMode(
  id: string,
  forbidden: readonly { readonly mode: string; readonly instead: string }[],
): string {
  return forbidden.find(({ mode }) => mode === id)?.instead ?? id
}

/** The look of a mode; an unknown mode is custom and keeps its own name. */
export function modeLook(id: string): ModeLook {
  const known = MODES.find((mode) => mode.id === id)
  return known ?? { id, label: id, line: modeTexts.custom, rail: 'dash-dot', colour: 'text-ink-2' }
}
