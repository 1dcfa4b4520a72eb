import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The header that identifies a terminal that a person signed in. */
export function terminalHeader(secret: string | undefined): Readonly<Record<string, string>> {
  return secret === undefined ? {} : { 'countersign-terminal': secret }
}

/** The secret of this terminal, if a person signed it in. */
export async function terminalSecret(home: string): Promise<string | undefined> {
  const file = await fileOf(home)
  return file === undefined ? undefined : readFile(file, 'utf8').catch(() => undefined)
}

/** False: this is not a terminal, so it cannot be remembered. */
export async function keepTerminalSecret(home: string, secret: string): Promise<boolean> {
  const file = await fileOf(home)
  if (file === undefined) return false
  await mkdir(join(home, 'terminals'), { recursive: true, mode: 0o700 })
  await writeFile(file, secret, { mode: 0o600 })
  return true
}

async function fileOf(home: string): Promise<string | undefined> {
  const terminal = await terminalName()
  if (terminal === undefined) return undefined
  return join(home, 'terminals', createHash('sha256').update(terminal).digest('hex').slice(0, 32))
}

/** A name for this terminal that no later one has. */
async function terminalName(): Promise<string | undefined> {
  const shown = await promisify(execFile)('ps', ['-p', String(process.pid), '-o', 'tty=,sess=']).catch(
    () => undefined,
  )
  const [tty = '?', leader = ''] = shown?.stdout.trim().split(/\s+/) ?? []
  if (tty.startsWith('?')) return undefined
  // Device names are reused; the start time of its first process distinguishes a terminal from the next one.
  const born = await promisify(execFile)('ps', ['-p', leader, '-o', 'lstart=']).catch(() => undefined)
  return `${tty} ${leader} ${born?.stdout.trim() ?? ''}`
}
