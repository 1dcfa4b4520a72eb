import type { ThreadView } from '@countersign/protocol'
import { late } from '../../ui/lazy.ts'

/** Few folders bring rules of their own, and few chats have some. */
const FolderRules = late(async () => ({ default: (await import('./FolderRules.tsx')).FolderRules }))
const ThreadRules = late(async () => ({ default: (await import('./ThreadRules.tsx')).ThreadRules }))

/** Above a chat: rules that its folder brings, and what is allowed in it alone. */
export function FolderBanner({ thread }: { thread: ThreadView }) {
  return (
    <>
      <FolderRules thread={thread} />
      <ThreadRules thread={thread} />
    </>
  )
}
