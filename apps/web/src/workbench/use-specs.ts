import { useMemo } from 'react'
import type { PaneSpec } from '../platform/feature.ts'
import { useFeatures } from '../platform/features-context.ts'

/** The panes of all features, by type. */
export function useSpecs(): ReadonlyMap<string, PaneSpec> {
  const features = useFeatures()
  return useMemo(
    () => new Map(features.flatMap(({ panes = [] }) => panes.map((pane) => [pane.type, pane]))),
    [features],
  )
}
