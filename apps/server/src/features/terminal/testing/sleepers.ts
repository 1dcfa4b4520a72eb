import { readdir, readFile } from 'node:fs/promises'

let made = 0

/** A unique command line. */
export function uniqueSleep(): string {
  made += 1
  return `sleep ${300_000 + process.pid}.${made}`
}

/** Processes of the machine with exactly this command line. */
export async function alive(commandLine: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim(),
    ),
  )
  return lines.filter((line) => line === commandLine)
}
