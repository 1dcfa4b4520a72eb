import { closeSync, constants, fstat, open, readFileSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'

/** Opens a name without opening its target: only needs the right to traverse. Linux; not among Node's constants. */
const O_PATH = 0x20_0000

const opened = promisify(open)
const statOf = promisify(fstat)

/** A file or folder that is held by its name alone, without being opened. */
export class Descriptor {
  #fd: number

  constructor(fd: number) {
    this.#fd = fd
  }

  /** −1 once it is closed: the number may be another file's by then. */
  get fd(): number {
    return this.#fd
  }

  stat(): Promise<Stats> {
    return statOf(this.#fd)
  }

  /** Waits for nothing: there is nothing to write. Every path of every call closes a few. */
  close(): void {
    const fd = this.#fd
    this.#fd = -1
    if (fd >= 0) closeSync(fd)
  }
}

/** Holds what has this name, and follows no link (Linux). */
export async function hold(path: string, flags = 0): Promise<Descriptor> {
  return new Descriptor(await opened(path, O_PATH | constants.O_NOFOLLOW | flags))
}

/** The mount of a held file or folder (Linux). */
export function mountOf({ fd }: Descriptor): string | undefined {
  // The kernel answers from memory, and every path of every call needs it.
  const facts = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')
  return /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1]
}
