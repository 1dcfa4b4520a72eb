import { Link, Route, Switch } from 'wouter'
import { BODIES, STATES } from './card-fixtures.ts'
import { CardsPage } from './CardsPage.tsx'
import { ComposerPage } from './ComposerPage.tsx'
import { GALLERY_PAGES } from './pages.ts'
import { PartsStates } from './PartsStates.tsx'
import { PermissionsStates } from './PermissionsStates.tsx'
import { PlacesPage } from './PlacesPage.tsx'
import { SettingsStates } from './SettingsStates.tsx'
import { RulesPage } from './RulesPage.tsx'
import { WaitingStates } from './WaitingStates.tsx'
import { WorkflowStates } from './WorkflowStates.tsx'
import { CallTreePage } from './CallTreePage.tsx'

/** Every state of every component, rendered without a server. Not part of the product's build. */
export function Gallery() {
  return (
    <main className="min-h-dvh bg-panel px-6 py-5">
      <h1 className="text-page font-semibold">Gallery</h1>
      <nav className="flex flex-wrap gap-x-4 pt-1 pb-5 text-label">
        {GALLERY_PAGES.map((page) => (
          <Link key={page} href={`/_gallery/${page}`}>
            {page}
          </Link>
        ))}
      </nav>
      <Switch>
        <Route path="/_gallery/states">
          <CardsPage cards={STATES} />
        </Route>
        <Route path="/_gallery/rules">
          <RulesPage />
        </Route>
        <Route path="/_gallery/track">
          <CallTreePage />
        </Route>
        <Route path="/_gallery/composer">
          <ComposerPage />
        </Route>
        <Route path="/_gallery/permissions">
          <PermissionsStates />
        </Route>
        <Route path="/_gallery/places">
          <PlacesPage />
        </Route>
        <Route path="/_gallery/settings">
          <SettingsStates />
        </Route>
        <Route path="/_gallery/waiting">
          <WaitingStates />
        </Route>
        <Route path="/_gallery/parts">
          <PartsStates />
        </Route>
        <Route path="/_gallery/workflows">
          <WorkflowStates />
        </Route>
        <Route>
          <CardsPage cards={BODIES} />
        </Route>
      </Switch>
    </main>
  )
}
