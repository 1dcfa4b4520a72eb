import type { ThreadView } from '@countersign/protocol'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../data/context.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import { texts } from './texts.ts'

// Dialogs are fetched when one is wanted.
const RenameChat = lazy(async () => ({ default: (await import('./RenameChat.tsx')).RenameChat }))
const DeleteChat = lazy(async () => ({ default: (await import('./DeleteChat.tsx')).DeleteChat }))

/** What can be done with the open chat as a whole. */
export function ChatMenu({ thread }: { thread: ThreadView }) {
  const { client } = useApp()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'none' | 'rename' | 'delete'>('none')
  const close = (): void => setDialog('none')
  return (
    <>
      <DropMenu
        look="icon"
        label={texts.chatMenu}
        trigger={<Ellipsis size={16} aria-hidden="true" />}
        entries={[
          { key: 'rename', content: texts.rename, onChoose: () => setDialog('rename') },
          { key: 'delete', content: texts.deleteChat, onChoose: () => setDialog('delete') },
        ]}
      />
      <Suspense>
        {dialog === 'rename' && (
          <RenameChat
            title={thread.title}
            onClose={close}
            onRename={(title) => {
              void client.renameThread(thread.id, title)
              close()
            }}
          />
        )}
        {dialog === 'delete' && (
          <DeleteChat
            title={thread.title}
            onClose={close}
            onDelete={() => {
              void client.deleteThread(thread.id)
              navigate('/new')
            }}
          />
        )}
      </Suspense>
    </>
  )
}
