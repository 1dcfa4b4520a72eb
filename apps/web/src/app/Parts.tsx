import { Suspense } from 'react'
import { useLocation } from 'wouter'
import type { ShellPart } from '../platform/feature.ts'
import { useFeatures } from '../platform/features-context.ts'

/** The parts that features add at one place of every page. */
export function Parts({ at }: { at: ShellPart['at'] }) {
  const [path] = useLocation()
  return useFeatures().flatMap(({ name, parts = [] }) =>
    parts
      .filter((part) => part.at === at)
      .map(({ part: Part }, index) => (
        <Suspense key={`${name} ${index}`}>
          <Part path={path} />
        </Suspense>
      )),
  )
}
