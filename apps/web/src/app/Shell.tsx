import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { onHints, remembered } from '../coach/coach-store.ts'
import { Announcer } from '../notify/Announcer.tsx'
import { NoticeOffer } from '../notify/NoticeOffer.tsx'
import { useDesktopNotice } from '../notify/use-desktop-notice.ts'
import { useKeys } from '../notify/use-keys.ts'
import { useSounds } from '../notify/use-sounds.ts'
import { useTitle } from '../notify/use-title.ts'
import { BottomBar } from '../phone/BottomBar.tsx'
import { PhoneHeader } from '../phone/PhoneHeader.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { texts } from './texts.ts'

/** Its menus are most of what a desktop loads and a phone does not need. */
const TopBar = lazy(async () => ({ default: (await import('./TopBar.tsx')).TopBar }))

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

/** Asked for only while hints are left. */
const CoachLayer = lazy(async () => ({ default: (await import('../coach/CoachLayer.tsx')).CoachLayer }))

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** One shell round all places: bar, banner, the place itself, and the voice for screen readers. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useNarrow()
  const [path, navigate] = useLocation()
  useTitle()
  const hints = useSyncExternalStore(onHints, () => remembered(window.localStorage))
  const [keysShown, showKeys] = useState(false)
  const [paletteShown, showPalette] = useState(false)
  useKeys({ keys: () => showKeys(true), palette: () => showPalette(true) })
  useDesktopNotice(navigate)
  useSounds()
  return (
    // What is only heard lies outside of the lists that scroll: nothing of it may make the page itself scroll.
    <div className="relative flex h-dvh flex-col overflow-clip">
      <nav aria-label={texts.skip} className="contents">
        {(path.startsWith('/t/') || path === '/new') && (
          <a href="#composer" className={SKIP}>
            {texts.skipComposer}
          </a>
        )}
        <Link href="/waiting" className={SKIP}>
          {texts.skipWaiting}
        </Link>
      </nav>
      {narrow ? (
        <PhoneHeader path={path} />
      ) : (
        <Suspense fallback={<header className="min-h-10 shrink-0 border-b border-line bg-ground" />}>
          <TopBar />
        </Suspense>
      )}
      <ConnectionBanner />
      <NoticeOffer />
      <main className="min-h-0 flex-1">{children}</main>
      {/* On a phone the foot of Waiting belongs to the open card. */}
      {narrow && path !== '/waiting' && <BottomBar path={path} />}
      <Announcer />
      {hints !== '' && (
        <Suspense>
          <CoachLayer path={path} />
        </Suspense>
      )}
      {paletteShown && (
        <Suspense>
          <Palette onClose={() => showPalette(false)} />
        </Suspense>
      )}
      {keysShown && (
        <Suspense>
          <KeysDialog onClose={() => showKeys(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Seen only when it has the focus. */
const SKIP =
  'sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-1 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2'
