import type { ThreadView } from '@countersign/protocol'
import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../data/context.ts'
import { Button } from '../ui/Button.tsx'
import { menuItemClass, MenuSurface } from '../ui/Menu.tsx'
import { DeleteChat } from './DeleteChat.tsx'
import { RenameChat } from './RenameChat.tsx'
import { texts } from './texts.ts'

/** What can be done with the open chat as a whole. */
export function ChatMenu({ thread }: { thread: ThreadView }) {
  const { client } = useApp()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'none' | 'rename' | 'delete'>('none')
  const close = (): void => setDialog('none')
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger
          render={<Button kind="quiet" size="icon" aria-label={texts.chatMenu} title={texts.chatMenu} />}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </Menu.Trigger>
        <MenuSurface>
          <Menu.Item className={menuItemClass} onClick={() => setDialog('rename')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item className={menuItemClass} onClick={() => setDialog('delete')}>
            {texts.deleteChat}
          </Menu.Item>
        </MenuSurface>
      </Menu.Root>
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
    </>
  )
}
