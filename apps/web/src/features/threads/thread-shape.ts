import { ThreadId } from '@countersign/protocol'
import { z } from 'zod'

const Pixels = z.number().int().min(-20_000).max(20_000)

const RowShape = z.object({
  kind: z.enum(['person', 'agent', 'calls', 'note']),
  /** From the top of the list's view; a row may begin above it. */
  top: Pixels,
  height: Pixels,
  /** Lines of text or calls in it, as far as they are drawn. */
  lines: z.number().int().min(0).max(200),
})
export type RowShape = z.infer<typeof RowShape>

const ThreadShape = z.object({
  thread: ThreadId,
  /** Of the list's view. With another width rows have other heights. */
  width: Pixels,
  height: Pixels,
  /** The height above and below the list: banners, the composer. */
  above: Pixels,
  below: Pixels,
  /** Whether the rows are anchored at the top of the view or at its end. */
  anchor: z.enum(['top', 'end']),
  rows: z.array(RowShape).max(200),
})

/**
 * The layout of a thread when it was last seen: which rows, how high, how many lines. It is drawn as a skeleton when the thread is opened
 * again. No text is stored.
 */
export type ThreadShape = z.infer<typeof ThreadShape>

/** A measured list: all rows, in the order of the thread. */
export interface MeasuredList extends Pick<ThreadShape, 'thread' | 'width' | 'height' | 'above' | 'below'> {
  /** The start of the view when the thread is opened at a card; null: nothing waits, and it opens at its end. */
  readonly cardAt: number | null
  /** Their positions are relative to the top of the list. */
  readonly rows: readonly MeasuredRow[]
}

export interface MeasuredRow extends Omit<RowShape, 'lines'> {
  /** Computed only for rows that are stored. */
  readonly lines: () => number
}

/** The visible part of a list when it is opened: its end, unless a waiting card would then be above it. */
export function shapeOf({ cardAt, rows, ...place }: MeasuredList): ThreadShape {
  const size = rows.reduce((end, { top, height }) => Math.max(end, top + height), 0)
  const end = Math.max(0, size - place.height)
  const from = Math.max(0, Math.min(end, cardAt ?? end))
  return {
    ...place,
    anchor: end > 0 && from === end ? 'end' : 'top',
    rows: rows
      .filter(({ top, height }) => top + height > from && top < from + place.height)
      .slice(-MOST_ROWS)
      .map((row) => ({ ...row, top: row.top - from, lines: row.lines() })),
  }
}

const MOST_ROWS = 100
const NAME = 'countersign shapes'
/** How many layouts a tab stores. */
const MOST_THREADS = 8

/** The shape of a thread, if this tab has seen it. */
export function readShape(storage: Storage, thread: ThreadId): ThreadShape | null {
  return readShapes(storage).find((shape) => shape.thread === thread) ?? null
}

/** A browser without storage draws plain lines. */
export function keepShape(storage: Storage, shape: ThreadShape): boolean {
  const others = readShapes(storage).filter(({ thread }) => thread !== shape.thread)
  try {
    storage.setItem(NAME, JSON.stringify([shape, ...others].slice(0, MOST_THREADS)))
    return true
  } catch {
    return false
  }
}

function readShapes(storage: Storage): readonly ThreadShape[] {
  try {
    const kept = z.array(ThreadShape).safeParse(JSON.parse(storage.getItem(NAME) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    return []
  }
}
