import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { NotFound } from '../app/NotFound.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { SectionLinks } from './SectionLinks.tsx'
import type { Section } from './SectionLinks.tsx'
import { texts } from './texts.ts'

/** Each section comes when it is opened: the rules alone bring the whole policy. */
const SECTIONS: Readonly<Record<Section, ComponentType>> = {
  permissions: lazy(async () => ({
    default: (await import('../rules/PermissionsPage.tsx')).PermissionsPage,
  })),
  models: lazy(async () => ({ default: (await import('./ModelsPage.tsx')).ModelsPage })),
  mcp: lazy(async () => ({ default: (await import('./McpPage.tsx')).McpPage })),
  memory: lazy(async () => ({ default: (await import('./MemoryPage.tsx')).MemoryPage })),
  limits: lazy(async () => ({ default: (await import('./LimitsPage.tsx')).LimitsPage })),
  sessions: lazy(async () => ({ default: (await import('./SessionsPage.tsx')).SessionsPage })),
  notifications: lazy(async () => ({
    default: (await import('./NotificationsPage.tsx')).NotificationsPage,
  })),
  keyboard: lazy(async () => ({ default: (await import('./KeyboardPage.tsx')).KeyboardPage })),
  about: lazy(async () => ({ default: (await import('./AboutPage.tsx')).AboutPage })),
}

/** The settings: their names to the left, on a phone only the one that is open. */
export function SettingsPage({ section }: { section: string }) {
  const narrow = useNarrow()
  if (!isSection(section)) return <NotFound />
  const Shown = SECTIONS[section]
  return (
    <div className="flex h-full min-h-0 bg-ground">
      {!narrow && (
        <nav
          aria-label={texts.settings}
          className="w-52 shrink-0 overflow-y-auto border-e border-line px-3 py-8"
        >
          <SectionLinks open={section} />
        </nav>
      )}
      <div className="min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-[54rem] flex-col gap-8 px-4 py-8">
          <Suspense fallback={<p className="text-ink-3">{texts.loading}</p>}>
            <Shown />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function isSection(name: string): name is Section {
  return Object.hasOwn(SECTIONS, name)
}
