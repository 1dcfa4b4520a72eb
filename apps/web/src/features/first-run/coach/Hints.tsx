import { Suspense, useSyncExternalStore } from 'react'
import { onHints, remembered } from './coach-store.ts'
import { lazy } from '../../../ui/lazy.ts'

/** Loaded only while hints are left. */
const CoachLayer = lazy(async () => ({ default: (await import('./CoachLayer.tsx')).CoachLayer }))

/** The hints that are left, next to what they are about. */
export function Hints({ path }: { path: string }) {
  const hints = useSyncExternalStore(onHints, () => remembered(window.localStorage))
  if (hints === '') return null
  return (
    <Suspense>
      <CoachLayer path={path} />
    </Suspense>
  )
}
