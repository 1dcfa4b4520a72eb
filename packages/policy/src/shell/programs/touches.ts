import { textField, type Field } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import type { ParsedArgs } from './spec.ts'

/** A file that is read, without what may be below it. */
export const reads = (path: Field): Touch => ({ act: 'read', path, recursive: false })

/** A folder that receives files whose names the words do not show. */
export const spreads = (path: Field): Touch => ({ act: 'write', path, recursive: false, spread: true })

/** The same in the working directory; in the workspace that is normal. */
export function spreadsHere({ argv: [program], context: { place, cwds } }: ParsedArgs): readonly Touch[] {
  if (program === undefined || cwds.every((cwd) => cwd === undefined || cwd === place.workspace)) return []
  return [spreads(textField('.', program.range))]
}

/** A file that is written. */
export const writes = (path: Field): Touch => ({ act: 'write', path, recursive: false })
