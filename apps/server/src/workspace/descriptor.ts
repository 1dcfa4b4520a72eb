import { readFileSync } from 'node:fs'

/** Opens a name without opening its target: only needs the right to traverse. Linux; not among Node's constants. */
export const O_PATH = 0x20_0000

/** The mount of an open file or folder (Linux). */
export function mountOf(fd: number): string | undefined {
  // The kernel answers from memory, and every path of every call needs it.
  const facts = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')
  return /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1]
}
