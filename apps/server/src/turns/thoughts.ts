import type { Clock, JournalEntry, Thought } from '@countersign/agent'

/** How many characters of a thought are kept, from its beginning. */
const KEPT = 16_000

/** Shown in place of omitted text. */
const MORE = '\n[…]'

const NONE: Thought = { text: '', ms: 0 }

/**
 * Collects a model's visible thoughts at the root of a turn, and stores them in the journal with its next text or call, so that a reloaded
 * page shows the same as one that was open. Time is measured while the model thinks, not while calls run or a person decides.
 */
export class Thoughts {
  readonly #clock: Clock
  /** For the steps since its last text. */
  #before = NONE
  /** For this step. */
  #now = NONE
  #lastAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  heard(kind: 'text' | 'reasoning', text: string): void {
    if (kind === 'text') {
      this.#lastAt = undefined
      return
    }
    const at = this.#clock.now()
    this.#now = joined(this.#now, { text, ms: at - (this.#lastAt ?? at) })
    this.#lastAt = at
  }

  withdrawn(): void {
    this.#now = NONE
    this.#lastAt = undefined
  }

  /** A resumed turn continues where its journal ends. */
  resume(entries: readonly JournalEntry[]): void {
    this.withdrawn()
    this.#before = unspokenIn(entries)
  }

  /** All thoughts since its last text. */
  get unspoken(): Thought {
    return joined(this.#before, this.#now)
  }

  /** The entry with the thoughts of its step, or with all thoughts since the last text if the entry becomes a message. */
  into(entry: JournalEntry): JournalEntry {
    if (entry.kind !== 'model' || entry.parentId !== null) return entry
    const all = this.unspoken
    const speaks = isSpoken(entry)
    const thought = speaks ? all : this.#now
    this.#before = speaks ? NONE : all
    this.withdrawn()
    return thought.text === '' ? entry : { ...entry, thought }
  }
}

/** The thoughts in a journal since the last text at its root. */
function unspokenIn(entries: readonly JournalEntry[]): Thought {
  let thought = NONE
  for (const entry of entries) {
    if (entry.kind !== 'model' || entry.parentId !== null) continue
    thought = isSpoken(entry) ? NONE : joined(thought, entry.thought ?? NONE)
  }
  return thought
}

/** Whether an entry becomes a message. */
function isSpoken({ text, calls }: Extract<JournalEntry, { kind: 'model' }>): boolean {
  return text !== '' || calls.length === 0
}

function joined(a: Thought, b: Thought): Thought {
  const ms = a.ms + b.ms
  if (a.text.endsWith(MORE) && a.text.length >= KEPT) return { text: a.text, ms }
  const text = a.text + b.text
  return { text: text.length <= KEPT ? text : `${text.slice(0, KEPT)}${MORE}`, ms }
}
