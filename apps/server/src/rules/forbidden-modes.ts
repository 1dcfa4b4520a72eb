import { compilePolicy, MODES, type LayerSource } from '@countersign/policy'
import { readRuleFile } from './rule-file.ts'

/** A mode that nobody may choose here, and the one that holds in its place. */
export interface ForbiddenMode {
  readonly mode: string
  readonly instead: string
  /** `set`: the administrator chose the mode of every chat. */
  readonly because: 'forbidden' | 'set'
}

/** Modes that the administrator's file keeps people from, as it stands now. */
export async function forbiddenModes(): Promise<readonly ForbiddenMode[]> {
  return forbiddenBy((await readRuleFile('managed')).layer)
}

/** What a layer of the administrator makes of each mode that a person could choose. */
export function forbiddenBy(managed: LayerSource): readonly ForbiddenMode[] {
  return [...MODES.keys()].flatMap((mode) => {
    const instead = compilePolicy({ mode, layers: [managed] }).mode.name
    const because = managed.mode === undefined ? ('forbidden' as const) : ('set' as const)
    return instead === mode ? [] : [{ mode, instead, because }]
  })
}

/** Why a mode is not taken, for the person who wanted it; undefined: it may be chosen. */
export function whyForbidden(mode: string, forbidden: readonly ForbiddenMode[]): string | undefined {
  const found = forbidden.find((other) => other.mode === mode)
  if (found === undefined) return undefined
  return found.because === 'set'
    ? `the administrator of this machine set \`${found.instead}\` for every chat`
    : `the administrator of this machine does not allow \`${mode}\`; choose another mode`
}
