import { storable } from './database.ts'

/** A pattern for `like` that matches texts with this one in them, whatever signs it has. */
export function likePattern(text: string): string {
  return `%${storable(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
