import type { Hazard } from '../../../../model/part.ts'

/** Words of a command that are a hazard of that kind. Variants are separated by `; `. */
export type HazardRow = readonly [command: string, kind: Hazard['kind'], variants: string]
