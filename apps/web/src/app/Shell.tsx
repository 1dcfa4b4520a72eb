import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Dialog } from '../platform/command.ts'
import { useFeatures } from '../platform/features-context.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { DialogContext } from './dialog-context.ts'
import { BottomBar } from './phone/BottomBar.tsx'
import { PhoneHeader } from './phone/PhoneHeader.tsx'
import { Parts } from './Parts.tsx'
import { useRoute } from './routes.ts'
import { texts } from './texts.ts'
import { useCommandKeys } from './use-command-keys.ts'
import { lazy } from '../ui/lazy.ts'

/** A phone has no bar at the top. */
const TopBar = lazy(async () => ({ default: (await import('./TopBar.tsx')).TopBar }))

/** One shell around all pages: bar, banners, the page itself, and parts that appear on all of them. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useNarrow()
  const [path] = useLocation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const open = (next: Dialog): void => setDialog(() => next)
  useCommandKeys(open)
  return (
    <DialogContext value={open}>
      {/* Screen-reader text is outside of the scrolling lists: none of it may make the page itself scroll. */}
      <div className="relative flex h-dvh flex-col overflow-clip">
        <SkipLinks path={path} />
        {narrow ? (
          <PhoneHeader path={path} />
        ) : (
          <Suspense fallback={<header className="min-h-10 shrink-0 border-b border-line bg-ground" />}>
            <TopBar />
          </Suspense>
        )}
        <ConnectionBanner />
        <Parts at="banner" />
        <div className="flex min-h-0 flex-1">
          {!narrow && <Parts at="side" />}
          <main className="min-w-0 flex-1">{children}</main>
        </div>
        {narrow && <BottomBar path={path} />}
        <Parts at="over" />
        {dialog !== null && <Opened dialog={dialog} onClose={() => setDialog(null)} />}
      </div>
    </DialogContext>
  )
}

function Opened({ dialog: Shown, onClose }: { dialog: Dialog; onClose: () => void }) {
  return (
    <Suspense>
      <Shown onClose={onClose} />
    </Suspense>
  )
}

function SkipLinks({ path }: { path: string }) {
  const features = useFeatures()
  const skip = useRoute(path)?.route.skip
  return (
    <nav aria-label={texts.skip} className="contents">
      {skip !== undefined && (
        <a href={skip.href} className={SKIP}>
          {skip.label}
        </a>
      )}
      {features
        .flatMap(({ routes = [] }) => routes)
        .map(
          (route) =>
            route.nav?.skip !== undefined && (
              <Link key={route.path} href={route.path} className={SKIP}>
                {route.nav.skip}
              </Link>
            ),
        )}
    </nav>
  )
}

/** Visible only when it has the focus. */
const SKIP =
  'sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-1 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2'
