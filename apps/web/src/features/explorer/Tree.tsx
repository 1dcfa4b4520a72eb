import { ChevronDown, ChevronRight, File, Folder, FolderOpen, Link2 } from 'lucide-react'
import { useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { cx } from '../../ui/cx.ts'
import { Visible } from '../../ui/Visible.tsx'
import { AGENT_COLOURS } from './agent-colours.ts'
import { texts } from './texts.ts'
import { rowAfterKey, type TreeRow } from './tree-rows.ts'

interface TreeProps {
  readonly rows: readonly TreeRow[]
  readonly chosen: string | null
  readonly lens: boolean
  readonly onChoose: (path: string) => void
  readonly onToggle: (path: string) => void
  readonly onOpen: (path: string) => void
  readonly onRename: (path: string) => void
  readonly onDelete: (path: string) => void
}

/** One focus for the whole tree; keys move the selection. Only visible rows are drawn. */
export function Tree(props: TreeProps) {
  const { rows, chosen, lens, onChoose, onToggle, onOpen } = props
  const id = useId()
  const list = useRef<VirtualizerHandle>(null)
  const at = rows.findIndex(({ path }) => path === chosen)

  const press = (row: TreeRow): void => {
    onChoose(row.path)
    if (row.entry.kind === 'folder') onToggle(row.path)
    else if (row.entry.kind === 'file') onOpen(row.path)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    const isFolder = row?.entry.kind === 'folder'
    const to = rowAfterKey(rows, Math.max(at, 0), event.key)
    if (event.key === 'Enter' && row !== undefined) press(row)
    else if (event.key === 'F2' && row !== undefined) props.onRename(row.path)
    else if (event.key === 'Delete' && row !== undefined) props.onDelete(row.path)
    else if (isFolder && event.key === (row.open ? 'ArrowLeft' : 'ArrowRight')) onToggle(row.path)
    else if (to !== undefined) {
      const next = rows[at === -1 ? 0 : to]
      if (next === undefined) return
      onChoose(next.path)
      list.current?.scrollToIndex(at === -1 ? 0 : to, { align: 'nearest' })
    } else return
    event.preventDefault()
  }
  return (
    <div
      role="tree"
      aria-label={texts.tree}
      tabIndex={0}
      aria-activedescendant={at === -1 ? undefined : `${id}-${at}`}
      className="min-h-0 flex-1 overflow-y-auto py-1 focus-visible:outline-offset-[-2px]"
      onKeyDown={key}
    >
      <Virtualizer ref={list} data={rows} keepMounted={at === -1 ? [] : [at]}>
        {(row, index) => (
          <Line
            key={row.path}
            id={`${id}-${index}`}
            row={row}
            chosen={row.path === chosen}
            lens={lens}
            onPress={() => press(row)}
          />
        )}
      </Virtualizer>
    </div>
  )
}

function Line({
  id,
  row,
  chosen,
  lens,
  onPress,
}: {
  id: string
  row: TreeRow
  chosen: boolean
  lens: boolean
  onPress: () => void
}) {
  const { entry, level, open, position, siblings } = row
  const Chevron = open ? ChevronDown : ChevronRight
  const Icon = entry.kind === 'folder' ? (open ? FolderOpen : Folder) : entry.kind === 'link' ? Link2 : File
  return (
    // The tree has the focus and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={chosen}
      aria-expanded={entry.kind === 'folder' ? open : undefined}
      className={cx(
        'flex min-h-6.5 cursor-pointer items-center gap-1.5 pe-3 text-label',
        chosen ? 'bg-ground' : 'hover:bg-ground',
        entry.ignored && 'text-ink-3',
      )}
      style={{ paddingInlineStart: `${(level - 1) * 16 + 8}px` }}
      onClick={onPress}
    >
      <span className="w-3.5 shrink-0">
        {entry.kind === 'folder' && <Chevron size={14} aria-hidden="true" />}
      </span>
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        <Visible text={entry.name} />
      </span>
      {entry.git !== undefined && (
        <abbr title={texts.git[entry.git]} className="shrink-0 font-mono text-hint text-ink-2 no-underline">
          {entry.git}
        </abbr>
      )}
      {lens && (
        <span className={cx('shrink-0 text-hint', AGENT_COLOURS[entry.agent])}>
          {texts.agent[entry.agent]}
        </span>
      )}
    </div>
  )
}
