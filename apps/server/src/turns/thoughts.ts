import type { Clock, JournalEntry, Thought } from '@countersign/agent'

/** Most characters of a thought that are kept: its beginning. */
const KEPT = 16_000

/** Shown in place of what was left out. */
const MORE = '\n[…]'

const NONE: Thought = { text: '', ms: 0 }

/**
 * Gathers what a model thinks aloud at the root of a turn, and puts it into the journal with what it then says or does: so that a reloaded
 * page shows the same as one that was open. Time is measured while the model thinks, not while calls run or a person is waited for.
 */
export class Thoughts {
  readonly #clock: Clock
  /** Of the steps since it last spoke. */
  #before = NONE
  /** Of this step. */
  #now = NONE
  #heardAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  heard(kind: 'text' | 'reasoning', text: string): void {
    if (kind === 'text') {
      this.#heardAt = undefined
      return
    }
    const at = this.#clock.now()
    this.#now = joined(this.#now, { text, ms: at - (this.#heardAt ?? at) })
    this.#heardAt = at
  }

  withdrawn(): void {
    this.#now = NONE
    this.#heardAt = undefined
  }

  /** A resumed turn continues where its journal ends. */
  resume(entries: readonly JournalEntry[]): void {
    this.withdrawn()
    this.#before = unspokenIn(entries)
  }

  /** All since it last spoke. */
  get unspoken(): Thought {
    return joined(this.#before, this.#now)
  }

  /** The entry with what was thought before it; with all since it last spoke, if it speaks. */
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

/** What was thought in a journal since something was last said at its root. */
function unspokenIn(entries: readonly JournalEntry[]): Thought {
  let thought = NONE
  for (const entry of entries) {
    if (entry.kind !== 'model' || entry.parentId !== null) continue
    thought = isSpoken(entry) ? NONE : joined(thought, entry.thought ?? NONE)
  }
  return thought
}

/** It becomes a message. */
function isSpoken({ text, calls }: Extract<JournalEntry, { kind: 'model' }>): boolean {
  return text !== '' || calls.length === 0
}

function joined(a: Thought, b: Thought): Thought {
  const ms = a.ms + b.ms
  if (a.text.endsWith(MORE) && a.text.length >= KEPT) return { text: a.text, ms }
  const text = a.text + b.text
  return { text: text.length <= KEPT ? text : `${text.slice(0, KEPT)}${MORE}`, ms }
}
