import { compilePolicy, MODES, type LayerSource } from '@countersign/policy'
import { readRuleFile } from './rule-file.ts'

/** A mode that nobody may choose here, and its replacement. */
export interface ForbiddenMode {
  readonly mode: string
  readonly instead: string
  /** `set`: the administrator fixed the mode of every thread. */
  readonly because: 'forbidden' | 'set'
}

/** Modes that the administrator's file currently forbids. */
export async function forbiddenModes(): Promise<readonly ForbiddenMode[]> {
  return forbiddenBy((await readRuleFile('managed')).layer)
}

/** The effect of an administrator's layer on each mode that a person could choose. */
export function forbiddenBy(managed: LayerSource): readonly ForbiddenMode[] {
  return [...MODES.keys()].flatMap((mode) => {
    const instead = compilePolicy({ mode, layers: [managed] }).mode.name
    const because = managed.mode === undefined ? ('forbidden' as const) : ('set' as const)
    return instead === mode ? [] : [{ mode, instead, because }]
  })
}

/** Why a mode is rejected, for the person who chose it; undefined: it is allowed. */
export function whyForbidden(mode: string, forbidden: readonly ForbiddenMode[]): string | undefined {
  const found = forbidden.find((other) => other.mode === mode)
  if (found === undefined) return undefined
  return found.because === 'set'
    ? `the administrator of this machine set \`${found.instead}\` for every chat`
    : `the administrator of this machine does not allow \`${mode}\`; choose another mode`
}
