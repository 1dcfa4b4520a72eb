import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import type { WebFeature } from '../platform/feature.ts'
import { FeaturesContext } from '../platform/features-context.ts'
import { NotFound } from '../platform/NotFound.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { Shell } from './Shell.tsx'

/** The pages of all features, in one shell. */
export function App({ features }: { features: readonly WebFeature[] }) {
  return (
    <FeaturesContext value={features}>
      <Shell>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {features
              .flatMap(({ routes = [] }) => routes)
              .map((route) => (
                <Route key={route.path} path={route.path}>
                  {(params) => <route.page params={params} />}
                </Route>
              ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Shell>
    </FeaturesContext>
  )
}
