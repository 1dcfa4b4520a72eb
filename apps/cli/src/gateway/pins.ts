import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** A tool's definition: enough to recognise it and to show how it changed. */
interface Pin {
  readonly hash: string
  /** Null: written by a version that only stored the hash. */
  readonly text: string | null
}

/** A tool's definition before and now. */
export interface Change {
  readonly before: string
  readonly after: string
}

/** Maximum number of characters of a definition that are stored and shown. */
const KEPT = 20_000

const NOT_KEPT = '(What it said before was not stored.)\n'
const LOST: Pin = { hash: '', text: '(What it said before can no longer be read.)\n' }

const Stored = z.record(
  z.string(),
  z.union([z.string(), z.object({ hash: z.string(), text: z.string().nullable() })]),
)

/**
 * Definitions of tools when they were last allowed. A tool with another definition is another tool under an old name: no
 * rule lets it run until a person has seen it again.
 */
export class Pins {
  readonly #path: string
  #pins: Map<string, Pin>
  /** The file was unreadable: every tool that was not pinned since may have changed. */
  readonly #lost: boolean

  private constructor(path: string, pins: Map<string, Pin> | 'lost') {
    this.#path = path
    this.#lost = pins === 'lost'
    this.#pins = pins === 'lost' ? new Map<string, Pin>() : pins
  }

  static async load(path: string): Promise<Pins> {
    return new Pins(path, await readPins(path))
  }

  /** Undefined: the tool is unchanged, or was never allowed. */
  change(name: string, definition: Definition): Change | undefined {
    const pinned = this.#pins.get(name) ?? (this.#lost ? LOST : undefined)
    if (pinned === undefined || pinned.hash === hashOf(definition)) return undefined
    return { before: pinned.text ?? NOT_KEPT, after: textOf(definition) }
  }

  /** Records a definition that was just allowed. */
  async pin(name: string, definition: Definition): Promise<void> {
    const pinned = this.#pins.get(name)
    const hash = hashOf(definition)
    if (pinned?.hash === hash && pinned.text !== null) return
    // Another gateway may have written since: its pins stay.
    const stored = await readPins(this.#path)
    if (stored !== 'lost') this.#pins = new Map([...this.#pins, ...stored])
    this.#pins.set(name, { hash, text: textOf(definition) })
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    await writeFile(`${this.#path}.${process.pid}`, JSON.stringify(Object.fromEntries(this.#pins)), {
      mode: 0o600,
    })
    await rename(`${this.#path}.${process.pid}`, this.#path)
  }
}

/** A tool as its server lists it. */
export type Definition = Readonly<Record<string, unknown>>

export function hashOf(definition: Definition): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('hex')
}

/** A definition for people, line by line: texts unchanged, the rest as JSON. */
function textOf(definition: Definition): string {
  const text = Object.entries(definition)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${name}:\n${value}\n`
        : `${name}: ${JSON.stringify(sorted(value), null, 2)}\n`,
    )
    .join('\n')
  return text.length <= KEPT ? text : `${text.slice(0, KEPT)}\n(and more that is not shown)\n`
}

/** With sorted keys: a server may list the same schema in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/** `lost`: there is a file, but it is unreadable. */
async function readPins(path: string): Promise<Map<string, Pin> | 'lost'> {
  try {
    const stored = Stored.parse(JSON.parse(await readFile(path, 'utf8')))
    const pins = Object.entries(stored).map(([name, pin]): [string, Pin] => [
      name,
      typeof pin === 'string' ? { hash: pin, text: null } : pin,
    ])
    return new Map(pins)
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? new Map() : 'lost'
  }
}
