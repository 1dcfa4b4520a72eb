import type { ThreadId } from '@countersign/protocol'
import type { VirtualizerHandle } from 'virtua'
import { firstCard, placeOf } from './card-places.ts'
import type { Row } from './rows.ts'
import type { MeasuredList, RowShape } from './thread-shape.ts'

/** The list as laid out; null while it is not on the page. */
export function measureThread(
  thread: ThreadId,
  rows: readonly Row[],
  { list, box }: { readonly list: VirtualizerHandle | null; readonly box: HTMLElement | null },
): MeasuredList | null {
  const page = box?.closest('[data-thread-page]')
  if (list === null || box === null || page === null || page === undefined || box.clientHeight === 0)
    return null
  const [view, around] = [box.getBoundingClientRect(), page.getBoundingClientRect()]
  const lineHeight = Number.parseFloat(window.getComputedStyle(box).lineHeight)
  const card = placeOf(firstCard(box), box)
  const mounted = new Map(
    [...box.querySelectorAll('[data-thread-row]')].map((row) => [row.getAttribute('data-thread-row'), row]),
  )
  const placed = (index: number): { readonly top: number; readonly height: number } => {
    const at = mounted.get(String(index))?.getBoundingClientRect()
    // Children may extend beyond a row's edges, and the list includes that.
    return at === undefined
      ? { top: list.getItemOffset(index), height: list.getItemSize(index) }
      : { top: at.top - view.top + box.scrollTop, height: at.height }
  }
  return {
    thread,
    width: box.clientWidth,
    height: box.clientHeight,
    above: Math.round(view.top - around.top),
    below: Math.round(around.bottom - view.bottom),
    cardAt: card === null ? null : Math.round(card + box.scrollTop),
    rows: rows.map((row, index) => {
      const before = index === 0 ? GAP : 0
      const { top, height } = placed(index)
      const inside = Math.round(height) - before
      return {
        kind: KINDS[row.kind],
        top: Math.round(top) + before,
        height: inside,
        lines: () =>
          row.kind === 'calls' ? callsIn(mounted.get(String(index))) : linesIn(inside, lineHeight),
      }
    }),
  }
}

const KINDS: Readonly<Record<Row['kind'], RowShape['kind']>> = {
  person: 'person',
  agent: 'agent',
  streaming: 'agent',
  calls: 'calls',
  notice: 'note',
  thinking: 'note',
  end: 'note',
}

/** The space below each row, and above the first, is not part of its lines. */
const GAP = 20
const MOST_LINES = 200

function linesIn(height: number, lineHeight: number): number {
  return Math.min(MOST_LINES, Math.max(1, Math.round((height - GAP) / lineHeight)))
}

/** Lines of calls up to the first card: below them its place stays empty. */
function callsIn(row: Element | undefined): number {
  const items = [...(row?.querySelectorAll('[data-treeitem]') ?? [])]
  const carded = items.findIndex((item) => item.querySelector('[data-card]') !== null)
  return Math.min(MOST_LINES, Math.max(1, carded === -1 ? items.length : carded + 1))
}
