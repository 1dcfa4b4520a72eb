import { ThreadId } from '@countersign/protocol'
import { Suspense } from 'react'
import type { RouteParams } from '../../platform/feature.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { lazy } from '../../ui/lazy.ts'

const ThreadPage = lazy(async () => ({ default: (await import('./ThreadPage.tsx')).ThreadPage }))

/** A thread by its URL. While its page is loading a skeleton keeps its lines in place. */
export function ThreadRoute({ params: { thread } }: { params: RouteParams }) {
  const id = ThreadId.safeParse(thread)
  if (!id.success) return <NotFound />
  return (
    <Suspense fallback={<ThreadSkeleton thread={id.data} />}>
      <ThreadPage key={id.data} id={id.data} />
    </Suspense>
  )
}
