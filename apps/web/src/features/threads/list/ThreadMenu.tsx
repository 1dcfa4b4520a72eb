import type { ExportFormat, ThreadView } from '@countersign/protocol'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../../../data/context.ts'
import { showsThread } from '../../../platform/thread-path.ts'
import { DropMenu } from '../../../ui/DropMenu.tsx'
import { sentence } from '../../../ui/sentence.ts'
import { texts as threadTexts } from '../texts.ts'
import { texts } from './texts.ts'
import { lazy } from '../../../ui/lazy.ts'

// Dialogs are loaded on demand.
const Sheet = lazy(async () => ({ default: (await import('../../../ui/Sheet.tsx')).Sheet }))
const RenameThread = lazy(async () => ({ default: (await import('../RenameThread.tsx')).RenameThread }))
const DeleteThread = lazy(async () => ({ default: (await import('../DeleteThread.tsx')).DeleteThread }))

/** Actions on a whole thread. `label`: the menu's name. */
export function ThreadMenu({ thread, label }: { thread: ThreadView; label: string }) {
  const { client } = useApp()
  const [path, navigate] = useLocation()
  const [dialog, setDialog] = useState<'none' | 'rename' | 'delete'>('none')
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async (format: ExportFormat): Promise<void> => {
    const { saveExport } = await import('../save-export.ts')
    setTrouble(await saveExport(thread.id, format))
  }
  const close = (): void => setDialog('none')
  const { id, pinned = false, archived = false } = thread
  return (
    <>
      <DropMenu
        look="icon"
        label={label}
        trigger={<Ellipsis size={16} aria-hidden="true" />}
        entries={[
          { key: 'rename', content: threadTexts.rename, onChoose: () => setDialog('rename') },
          {
            key: 'pin',
            content: pinned ? texts.unpin : texts.pin,
            onChoose: () => void client.markThread(id, { pinned: !pinned }),
          },
          {
            key: 'archive',
            content: archived ? texts.unarchive : texts.archive,
            onChoose: () => void client.markThread(id, { archived: !archived }),
          },
          { key: 'html', content: threadTexts.exportPage, onChoose: () => void save('html') },
          { key: 'md', content: threadTexts.exportMarkdown, onChoose: () => void save('md') },
          { key: 'json', content: threadTexts.exportJson, onChoose: () => void save('json') },
          { key: 'delete', content: threadTexts.deleteThread, onChoose: () => setDialog('delete') },
        ]}
      />
      <Suspense>
        {trouble !== null && (
          <Sheet title={threadTexts.notExported} onClose={() => setTrouble(null)}>
            <p className="text-label text-ink-2">{sentence(trouble)}</p>
          </Sheet>
        )}
        {dialog === 'rename' && (
          <RenameThread
            title={thread.title}
            onClose={close}
            onRename={(title) => {
              void client.renameThread(id, title)
              close()
            }}
          />
        )}
        {dialog === 'delete' && (
          <DeleteThread
            title={thread.title}
            onClose={close}
            onDelete={() => {
              void client.deleteThread(id)
              close()
              if (showsThread(path, id)) navigate('/new')
            }}
          />
        )}
      </Suspense>
    </>
  )
}
