import type { UserId } from '@countersign/protocol'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Modes that allow no more than the shipped one. */
const TIGHT: ReadonlySet<string> = new Set(['plan', 'strict', 'default'])

/**
 * The mode in which other agents are judged while no server runs: the one chosen for them if it is at least as tight as the shipped one,
 * because then the agent decides whom to ask. An unreadable copy is treated as tight.
 */
export async function readModeCopy(home: string): Promise<string> {
  try {
    const mode = (await readFile(pathIn(home), 'utf8')).trim()
    if (TIGHT.has(mode)) return mode
    return LOOSE.has(mode) ? 'default' : 'strict'
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    return missing ? 'default' : 'strict'
  }
}

const LOOSE: ReadonlySet<string> = new Set(['acceptEdits', 'auto'])

/** Keeps a file in sync with the mode. */
export function modeCopy(
  home: string,
  read: (user: UserId) => Promise<string>,
): { refresh(user: UserId): Promise<void> } {
  let written: string | undefined
  return {
    async refresh(user) {
      const mode = await read(user)
      if (mode === written) return
      const path = pathIn(home)
      await writeFile(`${path}.${process.pid}`, `${mode}\n`, { mode: 0o600 })
      await rename(`${path}.${process.pid}`, path)
      written = mode
    },
  }
}

function pathIn(home: string): string {
  return join(home, 'outside-mode')
}
