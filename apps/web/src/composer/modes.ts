/** A mode as people see it. The server's row is the truth; this is only how it is named and drawn. */
export interface ModeLook {
  readonly id: string
  readonly label: string
  readonly line: string
  readonly rail: 'dots' | 'double' | 'line' | 'dashes' | 'hatch' | 'dash-dot'
  /** Class names by token: for the rail and dot only. */
  readonly colour: string
}

export const MODES: readonly ModeLook[] = [
  {
    id: 'plan',
    label: 'Plan',
    line: 'Looks and proposes. Nothing changes.',
    rail: 'dots',
    colour: 'text-plan',
  },
  {
    id: 'strict',
    label: 'Strict',
    line: 'Every call asks, reads too.',
    rail: 'double',
    colour: 'text-ink-2',
  },
  {
    id: 'default',
    label: 'Ask',
    line: 'Reads run. Everything else asks you first.',
    rail: 'line',
    colour: 'text-accent',
  },
  {
    id: 'acceptEdits',
    label: 'Accept edits',
    line: 'Edits and new files run. Commands still ask.',
    rail: 'dashes',
    colour: 'text-edits',
  },
  {
    id: 'auto',
    label: 'Auto',
    line: 'Runs unattended. Deletions and your ask rules still stop.',
    rail: 'hatch',
    colour: 'text-auto',
  },
]

/** What holds where a mode is set that nobody may choose here. */
export function heldMode(
  id: string,
  forbidden: readonly { readonly mode: string; readonly instead: string }[],
): string {
  return forbidden.find(({ mode }) => mode === id)?.instead ?? id
}

/** How a mode looks; one that is not ours is custom and goes by its own name. */
export function modeLook(id: string): ModeLook {
  const known = MODES.find((mode) => mode.id === id)
  return known ?? { id, label: id, line: 'A mode of your own.', rail: 'dash-dot', colour: 'text-ink-2' }
}
