import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Private files of a data folder: with one of these, anyone acts as its owner or reads along. */
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

/** Read and write permission for the group and for everyone. The account of an embedded database only needs to traverse. */
const OPEN = 0o066

/** Warns if others can read or write the data folder or something in it. */
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
