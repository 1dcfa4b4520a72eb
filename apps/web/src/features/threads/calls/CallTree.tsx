import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FoldedLine } from './FoldedLine.tsx'
import { moveInTree } from './move-in-tree.ts'
import { CallRow } from './CallRow.tsx'
import { texts } from './texts.ts'
import type { CallActions } from './call-actions.ts'
import { callItems } from './call-tree.ts'
import type { CallNode, CallItem } from './call-tree.ts'

/** Calls along a line: a nested call is drawn below its parent, not as a box in a box. */
export function CallTree({ nodes, actions }: { nodes: readonly CallNode[]; actions: CallActions }) {
  const { expired } = actions
  return (
    <>
      <ul role="tree" aria-label={texts.label} className="flex flex-col" onKeyDown={moveInTree}>
        <CallLevel nodes={nodes} root actions={actions} />
      </ul>
      {expired.length > 1 && (
        <Button onClick={() => actions.askAgain(expired)}>{texts.askAllAgain(expired.length)}</Button>
      )}
    </>
  )
}

function CallLevel({
  nodes,
  root,
  actions,
}: {
  nodes: readonly CallNode[]
  root: boolean
  actions: CallActions
}) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  return callItems(nodes, root).map((item, index, all) => {
    const last = index === all.length - 1
    const key = itemKey(item)
    if (item.kind === 'call' || unfolded.has(key) || item.nodes.some(actions.reached)) {
      return (item.kind === 'call' ? [item.node] : item.nodes).map((node) => (
        <CallRow key={node.call.id} node={node} last={last} entry={root && index === 0} actions={actions}>
          <CallLevel nodes={node.children} root={false} actions={actions} />
        </CallRow>
      ))
    }
    return (
      <FoldedLine
        key={key}
        item={item}
        last={last}
        entry={root && index === 0}
        onUnfold={() => setUnfolded(new Set([...unfolded, key]))}
      />
    )
  })
}

function itemKey(item: CallItem): string {
  return item.kind === 'call' ? item.node.call.id : `${item.kind} ${item.nodes[0]?.call.id ?? ''}`
}
