import type { Field } from '../field.ts'
import type { Touch } from '../part.ts'

/** A file that is read, without what may be below it. */
export const reads = (path: Field): Touch => ({ act: 'read', path, recursive: false })

/** A file that is written. */
export const writes = (path: Field): Touch => ({ act: 'write', path, recursive: false })
