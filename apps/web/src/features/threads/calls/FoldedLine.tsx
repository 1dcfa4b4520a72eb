import { Chevron } from './Chevron.tsx'
import { texts } from './texts.ts'
import { TreeLine } from './TreeLine.tsx'
import { sum } from './call-tree.ts'
import type { CallItem } from './call-tree.ts'
import { Visible } from '../../../ui/Visible.tsx'

/** Several calls as one line: reads of one tool, or the middle of a long turn. */
export function FoldedLine(props: {
  item: Exclude<CallItem, { kind: 'call' }>
  last: boolean
  entry: boolean
  onUnfold: () => void
}) {
  const { item } = props
  const names = item.nodes.slice(0, 3).map((node) => node.call.specifier)
  const { failed, refused } = sum(item.nodes)
  const wrong = [
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
  ]
  const label = item.kind === 'reads' ? texts.reads(item.nodes.length) : texts.moreCalls(item.nodes.length)
  return (
    <li
      role="treeitem"
      tabIndex={props.entry ? 0 : -1}
      aria-expanded={false}
      data-treeitem=""
      className="rounded-control"
      onClick={props.onUnfold}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter' || event.key === 'ArrowRight') props.onUnfold()
      }}
    >
      <div className="flex cursor-pointer gap-2">
        <TreeLine state="dot" last={props.last} />
        <span className="flex min-h-6 items-center">
          <Chevron open={false} />
        </span>
        <span className="min-h-6 flex-1 truncate py-0.5 text-label">
          <span className="font-semibold">{label}</span>
          {item.kind === 'reads' && (
            <span className="ms-2 font-mono text-code text-ink-3">
              <Visible text={names.join(', ') + (item.nodes.length > 3 ? ' …' : '')} />
            </span>
          )}
        </span>
        <span className="shrink-0 py-0.5 text-hint text-stop">{wrong.join(' · ')}</span>
      </div>
    </li>
  )
}
