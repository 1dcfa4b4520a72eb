import { matchRoute, useRouter } from 'wouter'
import type { NavPlace, PageRoute, RouteParams, WebFeature } from '../platform/feature.ts'
import { useFeatures } from '../platform/features-context.ts'

/** An open page, with the parameters of its path. */
export interface OpenRoute {
  readonly route: PageRoute
  readonly params: RouteParams
}

/** The page at a path; null: there is none. */
export function useRoute(path: string): OpenRoute | null {
  const features = useFeatures()
  const { parser } = useRouter()
  for (const route of features.flatMap(({ routes = [] }) => routes)) {
    const [matches, params] = matchRoute(parser, route.path, path)
    if (matches) return { route, params }
  }
  return null
}

/** A page in the navigation. */
export interface Listed {
  readonly route: PageRoute
  readonly nav: NavPlace
}

/** Pages in one place of the navigation, in the order of the features. */
export function listedIn(features: readonly WebFeature[], place: NavPlace['in'][number]): readonly Listed[] {
  return features.flatMap(({ routes = [] }) =>
    routes.flatMap((route) => (route.nav?.in.includes(place) === true ? [{ route, nav: route.nav }] : [])),
  )
}
