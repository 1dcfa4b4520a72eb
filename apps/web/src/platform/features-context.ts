import { createContext, useContext } from 'react'
import type { BodyView } from './body.ts'
import type { WebFeature } from './feature.ts'

/** The features of this page: the shell is handed the list, and everything below reads it here. */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export function useFeatures(): readonly WebFeature[] {
  return useContext(FeaturesContext)
}

/** Who draws the bodies of a kind; undefined: no feature of this page, so they are shown as arguments. */
export function useBodyView(kind: string): BodyView | undefined {
  return useFeatures().find(({ bodies = {} }) => Object.hasOwn(bodies, kind))?.bodies?.[kind]
}
