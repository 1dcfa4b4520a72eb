import { readFile, type FileHandle } from 'node:fs/promises'

/** Opens a name without opening its target: only needs the right to traverse. Linux; not among Node's constants. */
export const O_PATH = 0x20_0000

/** The mount of an open file or folder (Linux). */
export async function mountOf({ fd }: FileHandle): Promise<string | undefined> {
  const facts = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8')
  return /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1]
}
