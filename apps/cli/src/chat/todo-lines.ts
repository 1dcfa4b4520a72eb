import type { TodoItem, TodoList } from '@countersign/protocol/client'
import { wrapAll, type Line, type Span } from './lines.ts'
import { visibleLine } from './visible.ts'

/** The agent's list in as few rows as possible; if it needs more than `most`, finished items are dropped first. */
export function todoLines({ items, done }: TodoList, width: number, most: number): readonly Line[] {
  const head: Line = [
    { text: 'To do ', tone: 'strong' },
    { text: `${done} of ${items.length}`, tone: 'dim' },
  ]
  const drawn = (shown: readonly TodoItem[]) =>
    wrapAll([[...head, ...shown.flatMap(itemSpans)]], width, INDENT)
  const all = drawn(items)
  if (all.length <= most) return all
  const ahead = drawn(items.filter(({ state }) => state !== 'done'))
  return ahead.length <= most ? ahead : [...ahead.slice(0, most - 1), [{ text: '  …', tone: 'dim' }]]
}

const INDENT = 2

const MARKS = {
  done: { mark: '✓', tone: 'run' },
  in_progress: { mark: '◌', tone: 'ask' },
  open: { mark: '□', tone: 'plain' },
} as const

/** Blanks within an item do not break at the end of a line if possible. */
function itemSpans({ text, state }: TodoItem): readonly Span[] {
  const { mark, tone } = MARKS[state]
  const words = state === 'done' ? 'dim' : state === 'in_progress' ? 'strong' : 'plain'
  return [
    { text: `   ${mark}\u{a0}`, tone },
    { text: visibleLine(text), tone: words },
  ]
}
