import { storable } from './database.ts'

/** A pattern for `like` that matches texts containing this one, whatever characters it has. */
export function likePattern(text: string): string {
  return `%${storable(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
