import { Suspense, useMemo } from 'react'
import { useSearch } from 'wouter'
import type { RouteParams } from '../platform/feature.ts'
import { useFeatures } from '../platform/features-context.ts'
import { NotFound } from '../platform/NotFound.tsx'
import { Page } from '../ui/Page.tsx'

/** One pane, alone on the page. */
export function Pane({ params: { type } }: { params: RouteParams }) {
  const search = useSearch()
  const params = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  const open = useFeatures()
    .flatMap(({ panes = [] }) => panes)
    .find((pane) => pane.type === type)
  if (open === undefined) return <NotFound />
  return (
    <section aria-label={open.title} className="h-full bg-panel">
      <h1 className="sr-only">{open.title}</h1>
      <Suspense fallback={<Page>{null}</Page>}>
        <open.pane params={params} />
      </Suspense>
    </section>
  )
}
