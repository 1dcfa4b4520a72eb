import { Suspense } from 'react'
import { Redirect } from 'wouter'
import type { RouteParams } from '../../platform/feature.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { SectionLinks } from './SectionLinks.tsx'
import { sectionsOf } from './sections.ts'
import { texts } from './texts.ts'

/** The settings: their names on the left; on a phone only the open one. */
export function SettingsPage({ params: { section } }: { params: RouteParams }) {
  const narrow = useNarrow()
  const open = sectionsOf(useFeatures()).find(({ id }) => id === section)
  if (open === undefined) return <NotFound />
  return (
    <div className="flex h-full min-h-0 bg-ground">
      {!narrow && (
        <nav
          aria-label={texts.settings}
          className="w-52 shrink-0 overflow-y-auto border-e border-line px-3 py-8"
        >
          <SectionLinks open={open.id} />
        </nav>
      )}
      <div className="min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-[54rem] flex-col gap-8 px-4 py-8">
          <Suspense fallback={<p className="text-ink-3">{texts.loading}</p>}>
            <open.section />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

/** The settings page opens its first section. */
export function FirstSection() {
  const first = sectionsOf(useFeatures())[0]
  return first === undefined ? <NotFound /> : <Redirect to={`/settings/${first.id}`} replace />
}
