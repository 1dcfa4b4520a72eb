import type { ThreadView } from '@countersign/protocol'
import { Suspense } from 'react'
import { lazy } from '../../ui/lazy.ts'

/** Few folders bring rules of their own, and few chats have some. */
const FolderRules = lazy(async () => ({ default: (await import('./FolderRules.tsx')).FolderRules }))
const ThreadRules = lazy(async () => ({ default: (await import('./ThreadRules.tsx')).ThreadRules }))

/** Above a chat: rules that its folder brings, and what is allowed in it alone. */
export function FolderBanner({ thread }: { thread: ThreadView }) {
  return (
    <Suspense>
      <FolderRules thread={thread} />
      <ThreadRules thread={thread} />
    </Suspense>
  )
}
