import type {
  CallId,
  PaneView,
  ProposalsAnswer,
  TextEdit,
  ThreadId,
  WindowAnswer,
} from '@countersign/protocol'
import type { PaneParams } from './feature.ts'

/** The dock's view of the panes in this window. */
export interface PanesSource {
  /** The thread whose folder the panes show. */
  readonly thread: ThreadId
  panes(): readonly PaneView[]
  context(pane: string): WindowAnswer | undefined
  /** Opens a pane, or shows it if it is open. The keyboard focus does not move. */
  open(type: string, params: PaneParams): Said
  /** Performs a `layout.*` call of the agent. Absent: there is only one pane, and nothing to arrange. */
  layout?(verb: string, args: unknown): Said
}

type Said = { readonly ok: boolean; readonly text: string }

/** The text of a file that is open in this window. */
export interface OpenText {
  text(): string
  /** Hash of the file version that the text was loaded from. */
  baseHash(): string
  /** Applies edits as one undo step; the text records the id of the call that made them. */
  edit(edits: readonly TextEdit[], call: CallId): Said
  show(line: number): void
}

/** The panes of this window, for the server to query. One per window. */
export interface WindowPanes {
  /** Registers the source of facts about panes; returns a function that unregisters it. */
  use(source: PanesSource): () => void
  source(): PanesSource | undefined
  /** Reports that the panes have changed. */
  changed(): void
  listen(listener: () => void): () => void
  offerText(place: TextPlace, text: OpenText): () => void
  textOf(place: TextPlace): OpenText | undefined
  /** A text is open that the agent can edit. */
  hasText(): boolean
  /** Reports that an editor shows a workflow; returns a function that ends it. */
  offerWorkflow(id: string, proposals?: () => Promise<ProposalsAnswer>): () => void
  /** The most recently opened workflow that is still open. */
  workflow(): string | undefined
  /** Answers a query of the server; null: there is no such pane or text. */
  answer(
    about: 'pane' | 'text' | 'proposals',
    of: string,
    thread: ThreadId,
  ): WindowAnswer | null | Promise<WindowAnswer | null>
}

interface TextPlace {
  readonly thread: ThreadId | null
  readonly path: string
}

export function openWindowPanes(): WindowPanes {
  const listeners = new Set<() => void>()
  const texts = new Map<string, OpenText>()
  const workflows: {
    readonly id: string
    readonly proposals: (() => Promise<ProposalsAnswer>) | undefined
  }[] = []
  const keyOf = ({ thread, path }: TextPlace): string => `${thread ?? ''} ${path}`
  let current: PanesSource | undefined
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    use(source) {
      current = source
      changed()
      return () => {
        if (current !== source) return
        current = undefined
        changed()
      }
    },
    source: () => current,
    changed,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    offerText(place, text) {
      texts.set(keyOf(place), text)
      changed()
      return () => {
        if (texts.get(keyOf(place)) === text) texts.delete(keyOf(place))
        changed()
      }
    },
    textOf: (place) => texts.get(keyOf(place)),
    hasText: () => texts.size > 0,
    offerWorkflow(id, proposals) {
      const offered = { id, proposals }
      workflows.push(offered)
      return () => void workflows.splice(workflows.indexOf(offered), 1)
    },
    workflow: () => workflows.at(-1)?.id,
    answer(about, of, thread) {
      if (about === 'proposals') return proposalsOf(workflows.findLast(({ id }) => id === of)?.proposals)
      if (about === 'pane') return current?.thread === thread ? (current.context(of) ?? null) : null
      const text = texts.get(keyOf({ thread, path: of }))?.text()
      return text === undefined ? null : { summary: of, text, sources: [of] }
    },
  }
}

async function proposalsOf(ask: (() => Promise<ProposalsAnswer>) | undefined): Promise<WindowAnswer | null> {
  const told = await ask?.()
  if (told === undefined) return null
  return { summary: `${told.proposals.length} proposals`, text: JSON.stringify(told), sources: [] }
}

/** The panes of this window. */
export const windowPanes: WindowPanes = openWindowPanes()

const KEY = 'countersign.window'

/** The id of this window: stable over reloads, different in every tab. */
export function windowName(storage: Storage, fresh: () => string): string {
  const known = storage.getItem(KEY)
  if (known !== null && /^[\w-]{1,64}$/.test(known)) return known
  const name = fresh()
  storage.setItem(KEY, name)
  return name
}
