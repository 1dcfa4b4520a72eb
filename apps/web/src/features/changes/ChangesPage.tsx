import { ThreadId } from '@countersign/protocol'
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import type { RouteParams } from '../../platform/feature.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { paneSnapshots } from '../../workbench/pane-context.ts'
import { WorkbenchContext } from '../../workbench/workbench-context.ts'
import { ChangesPane } from './ChangesPane.tsx'
import { texts } from './texts.ts'

/** The changes as a page, where there is no room for panes. */
export function ChangesPage({ params: { thread } }: { params: RouteParams }) {
  const id = ThreadId.safeParse(thread)
  const turn = new URLSearchParams(useSearch()).get('turn')
  const bench = useMemo(
    () => ({ thread: id.data ?? null, open: () => {}, setDirty: () => {}, snapshots: paneSnapshots() }),
    [id.data],
  )
  if (!id.success) return <NotFound />
  return (
    <WorkbenchContext value={bench}>
      <h1 className="sr-only">{texts.title}</h1>
      <ChangesPane params={turn === null ? {} : { turn }} />
    </WorkbenchContext>
  )
}
