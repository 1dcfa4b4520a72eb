import type { CallId } from '@countersign/protocol'
import { FilePlus, FolderPlus, Pencil, RefreshCw, Search, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { isOnlySeen } from '../../platform/previews.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { LensFooter } from './LensFooter.tsx'
import { NameForm, type Naming } from './NameForm.tsx'
import { texts } from './texts.ts'
import { Tree } from './Tree.tsx'
import { treeRows } from './tree-rows.ts'
import { useFolders } from './use-folders.ts'
import { useHandActs, type Said } from './use-hand-acts.ts'

/** The folder of a chat as a tree. A file opens in the editor. */
export function FilesPane() {
  const { thread, open: openPane } = useWorkbench()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(null)
  const [lens, setLens] = useState(true)
  const [naming, setNaming] = useState<Naming | null>(null)
  const folders = useFolders(thread, [...open])
  const rows = useMemo(() => treeRows(folders.entries, open), [folders.entries, open])
  const hand = useHandActs(thread, folders.lookAgain)
  const row = rows.find(({ path }) => path === chosen)
  /** New entries go next to the selected one, or into it. */
  const beside = row === undefined ? '' : row.entry.kind === 'folder' ? `${row.path}/` : folderOf(row.path)

  const toggle = (path: string): void =>
    setOpen(
      (before) => new Set(before.has(path) ? [...before].filter((one) => one !== path) : [...before, path]),
    )
  const done = async (doing: Promise<boolean>): Promise<void> => {
    if (await doing) setNaming(null)
  }
  const remove = (path: string): void => {
    if (window.confirm(texts.deleteAsk(path))) void hand.remove(path)
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
        <Toggle label={texts.lens} checked={lens} onChange={setLens} />
        <Acts
          chosen={row?.path ?? null}
          beside={beside}
          onName={setNaming}
          onDelete={remove}
          onSearch={() => openPane('search', {})}
          onRefresh={folders.lookAgain}
        />
      </div>
      {naming !== null && (
        <NameForm
          key={`${naming.what} ${naming.path}`}
          naming={naming}
          onCancel={() => setNaming(null)}
          onName={(path) => {
            if (naming.what === 'file') void done(hand.createFile(path))
            else if (naming.what === 'folder') void done(hand.createFolder(path))
            else void done(hand.rename(naming.path, path))
          }}
        />
      )}
      {hand.said !== null && <SaidLine said={hand.said} onUndo={(id) => void hand.undo(id)} />}
      {rows.length === 0 ? (
        <p className="p-3 text-hint text-ink-3">
          {folders.problem ?? (folders.loading ? texts.loading : texts.empty)}
        </p>
      ) : (
        <Tree
          rows={rows}
          chosen={chosen}
          lens={lens}
          onChoose={setChosen}
          onToggle={toggle}
          onOpen={(path) => openPane(isOnlySeen(path) ? 'preview' : 'editor', { path })}
          onRename={(path) => setNaming({ what: 'rename', path })}
          onDelete={remove}
        />
      )}
      {lens && row !== undefined && (
        <LensFooter key={row.path} thread={thread} path={row.path} isFolder={row.entry.kind === 'folder'} />
      )}
      {folders.more && <p className="border-t border-line px-3 py-1 text-hint text-ink-3">{texts.more}</p>}
    </div>
  )
}

interface ActsProps {
  readonly chosen: string | null
  /** Where new things go. */
  readonly beside: string
  readonly onName: (naming: Naming) => void
  readonly onDelete: (path: string) => void
  readonly onSearch: () => void
  readonly onRefresh: () => void
}

function Acts({ chosen, beside, onName, onDelete, onSearch, onRefresh }: ActsProps) {
  return (
    <span className="ms-auto flex">
      <Act icon={FilePlus} label={texts.newFile} onPress={() => onName({ what: 'file', path: beside })} />
      <Act
        icon={FolderPlus}
        label={texts.newFolder}
        onPress={() => onName({ what: 'folder', path: beside })}
      />
      <Act
        icon={Pencil}
        label={texts.rename}
        disabled={chosen === null}
        onPress={() => chosen !== null && onName({ what: 'rename', path: chosen })}
      />
      <Act
        icon={Trash2}
        label={texts.delete}
        disabled={chosen === null}
        onPress={() => chosen !== null && onDelete(chosen)}
      />
      <Act icon={Search} label={texts.search} onPress={onSearch} />
      <Act icon={RefreshCw} label={texts.refresh} onPress={onRefresh} />
    </span>
  )
}

function SaidLine({ said, onUndo }: { said: Said; onUndo: (id: CallId) => void }) {
  const { undo } = said
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line px-3 py-1 text-hint text-ink-2">
      <span className={cx('min-w-0 flex-1', !said.ok && 'text-stop')}>{said.text}</span>
      {undo !== null && (
        <Button kind="quiet" onClick={() => onUndo(undo)}>
          {texts.undo}
        </Button>
      )}
    </p>
  )
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function Act(props: { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void }) {
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled === true}
      onClick={props.onPress}
    >
      <props.icon size={14} aria-hidden="true" />
    </Button>
  )
}
