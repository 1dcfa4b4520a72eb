import type { TodoItem, TodoList } from '@countersign/protocol/client'
import { wrapAll, type Line, type Span } from './lines.ts'
import { visibleLine } from './visible.ts'

/** The agent's list in as few rows as it takes; where it would take more than `most`, what is done makes way first. */
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

/** The blanks within an item hold it together at the end of a line, where that is possible. */
function itemSpans({ text, state }: TodoItem): readonly Span[] {
  const { mark, tone } = MARKS[state]
  const words = state === 'done' ? 'dim' : state === 'in_progress' ? 'strong' : 'plain'
  return [
    { text: `   ${mark}\u{a0}`, tone },
    { text: visibleLine(text), tone: words },
  ]
}
