import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Announcer } from '../notify/Announcer.tsx'
import { useKeys } from '../notify/use-keys.ts'
import { useTitle } from '../notify/use-title.ts'
import { BottomBar } from '../phone/BottomBar.tsx'
import { PhoneHeader } from '../phone/PhoneHeader.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { texts } from './texts.ts'
import { TopBar } from './TopBar.tsx'

/** One shell round all places: bar, banner, the place itself, and the voice for screen readers. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useNarrow()
  const [path] = useLocation()
  useTitle()
  useKeys()
  return (
    <div className="flex h-dvh flex-col">
      <a href="#composer" className="sr-only focus:not-sr-only focus:p-2">
        {texts.skipComposer}
      </a>
      {narrow ? <PhoneHeader path={path} /> : <TopBar />}
      <ConnectionBanner />
      <main className="min-h-0 flex-1">{children}</main>
      {/* On a phone the foot of Waiting belongs to the open card. */}
      {narrow && path !== '/waiting' && <BottomBar path={path} />}
      <Announcer />
    </div>
  )
}
