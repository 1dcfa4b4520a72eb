import { Settings } from 'lucide-react'
import { Suspense } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { useFeatures } from '../platform/features-context.ts'
import { Mark } from '../ui/Mark.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import { Parts } from './Parts.tsx'
import { listedIn } from './routes.ts'
import { sectionsOf } from './settings/sections.ts'
import { texts } from './texts.ts'
import { late } from '../ui/lazy.ts'

/** Menus are most of the code that a desktop loads and a phone does not need. */
const ThemeMenu = late(async () => ({ default: (await import('./ThemeMenu.tsx')).ThemeMenu }))

/** The logo, then the features' parts on both sides; on the right also the settings and the connection state. */
export function TopBar() {
  const features = useFeatures()
  return (
    <header className="flex min-h-10 shrink-0 items-center gap-1 whitespace-nowrap border-b border-line bg-ground px-3 py-1">
      <Link
        href="/"
        className="flex min-h-control shrink-0 items-center gap-2.5 rounded-control pe-3 font-semibold text-ink no-underline"
      >
        <span className="text-accent">
          <Mark state="signed" tone="inherit" />
        </span>
        <span className="max-[56rem]:sr-only">{texts.product}</span>
      </Link>
      <Parts at="start" />
      <span className="ms-auto flex shrink-0 items-center gap-2">
        <Parts at="end" />
        {listedIn(features, 'bar').map(({ route, nav }) => (
          <BarLink key={route.path} href={route.path} icon={nav.icon} label={nav.label} />
        ))}
        <BarLink
          href={`/settings/${sectionsOf(features)[0]?.id ?? ''}`}
          icon={Settings}
          label={texts.settings}
        />
        {/* The bar does not wait for the menu, whose place is kept. */}
        <Suspense fallback={<span className="size-control" />}>
          <ThemeMenu />
        </Suspense>
        <ConnectionDot />
      </span>
    </header>
  )
}

function BarLink({ href, icon: Icon, label }: { href: string; icon: LucideIcon; label: string }) {
  return (
    <Link
      href={href}
      className="flex min-h-control items-center gap-1.5 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
    >
      <Icon size={14} aria-hidden="true" />
      <span className="max-[76rem]:sr-only">{label}</span>
    </Link>
  )
}
