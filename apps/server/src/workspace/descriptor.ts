import { readFile, type FileHandle } from 'node:fs/promises'

/** Opens a name without opening what it names: needs no right but to walk there. Linux; not among Node's constants. */
export const O_PATH = 0x20_0000

/** The mount that an open file or folder is on (Linux). */
export async function mountOf({ fd }: FileHandle): Promise<string | undefined> {
  const facts = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8')
  return /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1]
}
