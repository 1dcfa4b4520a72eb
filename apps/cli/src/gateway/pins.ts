import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What a tool said of itself when it was first allowed. One that says something else now is another tool under an old name: no
 * rule lets it run until a person has seen it again.
 */
export class Pins {
  readonly #path: string
  readonly #pins: Map<string, string>

  private constructor(path: string, pins: Map<string, string>) {
    this.#path = path
    this.#pins = pins
  }

  /** A file that cannot be read has no pins: every tool is then new, and its rules hold for what it is now. */
  static async load(path: string): Promise<Pins> {
    const text = await readFile(path, 'utf8').catch(() => '{}')
    const pins = new Map<string, string>()
    for (const [name, hash] of Object.entries(readObject(text)))
      if (typeof hash === 'string') pins.set(name, hash)
    return new Pins(path, pins)
  }

  hasChanged(name: string, definition: unknown): boolean {
    const pinned = this.#pins.get(name)
    return pinned !== undefined && pinned !== hashOf(definition)
  }

  async pin(name: string, definition: unknown): Promise<void> {
    const hash = hashOf(definition)
    if (this.#pins.get(name) === hash) return
    this.#pins.set(name, hash)
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    await writeFile(`${this.#path}.${process.pid}`, JSON.stringify(Object.fromEntries(this.#pins)), {
      mode: 0o600,
    })
    await rename(`${this.#path}.${process.pid}`, this.#path)
  }
}

function hashOf(definition: unknown): string {
  return createHash('sha256').update(sorted(definition)).digest('hex')
}

/** JSON with sorted keys: a server may list the same schema in another order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function readObject(text: string): object {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return {}
  }
}
