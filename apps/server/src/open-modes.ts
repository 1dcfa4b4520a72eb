import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a data folder holds that is nobody else's business: whoever has one of these acts as its owner, or reads along. */
const PRIVATE = [
  '.',
  'token',
  'secret-key',
  'postgres-control',
  'postgres-control/password',
  'checkpoints',
  'trash',
  'images',
]

/** Reading and writing, for the group and for everyone. Passing through is what the account of an embedded database needs. */
const OPEN = 0o066

/** Warns of a data folder, or something in it, that others can read or write. */
export async function openModes(home: string): Promise<readonly string[]> {
  const warnings: string[] = []
  for (const name of PRIVATE) {
    const path = join(home, name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || (found.mode & OPEN) === 0) continue
    const how = (found.mode & 0o022) === 0 ? 'read' : 'changed'
    warnings.push(
      `\`${path}\` can be ${how} by others on this machine; protect it with \`chmod go-rw ${path}\``,
    )
  }
  return warnings
}
