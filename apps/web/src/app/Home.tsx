import { Redirect } from 'wouter'
import { useView } from '../data/context.ts'
import type { Home as Answer, Start, WebFeature } from '../platform/feature.ts'
import { useFeatures } from '../platform/features-context.ts'
import { NotFound } from '../platform/NotFound.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { useNarrow } from '../ui/use-narrow.ts'

/** Redirects to this person's start page. */
export function Home() {
  const narrow = useNarrow()
  const view = useView((now) => now)
  const answer = homeOf(useFeatures(), { view, narrow, storage: window.localStorage })
  if (answer === 'unknown') return <PageSkeleton />
  return answer === 'pass' ? <NotFound /> : <Redirect to={answer.path} replace />
}

function homeOf(features: readonly WebFeature[], start: Start): Answer {
  for (const { home } of features) {
    const answer = home?.(start) ?? 'pass'
    if (answer !== 'pass') return answer
  }
  return 'pass'
}
