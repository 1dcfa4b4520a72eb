import { createContext, useContext } from 'react'
import type { BodyView } from './body.ts'
import type { WebFeature } from './feature.ts'

/** The features of this page: the shell receives the list, and all components below read it here. */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export function useFeatures(): readonly WebFeature[] {
  return useContext(FeaturesContext)
}

/** The view for the bodies of a kind; undefined if no feature of this page has one, so they are shown as arguments. */
export function useBodyView(kind: string): BodyView | undefined {
  return useFeatures().find(({ bodies = {} }) => Object.hasOwn(bodies, kind))?.bodies?.[kind]
}
