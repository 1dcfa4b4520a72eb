import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file of the data folder atomically and, by default, durably. */
export async function writeWhole(
  path: string,
  bytes: Buffer,
  { sync = true }: { readonly sync?: boolean } = {},
): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  const handle = await open(beside, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    if (sync) await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  }
}
