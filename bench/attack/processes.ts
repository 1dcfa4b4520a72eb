import { readdir, readFile } from 'node:fs/promises'

/** Ids of the processes whose command line contains all of these strings. */
export async function processes(...parts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (parts.every((part) => line.includes(part))) found.push(pid)
  }
  return found
}
