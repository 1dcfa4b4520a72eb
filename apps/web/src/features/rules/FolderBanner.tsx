import type { ThreadView } from '@countersign/protocol'
import { late } from '../../ui/lazy.ts'

/** Few folders have their own rules, and few threads have any. */
const FolderRules = late(async () => ({ default: (await import('./FolderRules.tsx')).FolderRules }))
const ThreadRules = late(async () => ({ default: (await import('./ThreadRules.tsx')).ThreadRules }))

/** Above a thread: the rules of its folder, and rules that only apply to it. */
export function FolderBanner({ thread }: { thread: ThreadView }) {
  return (
    <>
      <FolderRules thread={thread} />
      <ThreadRules thread={thread} />
    </>
  )
}
