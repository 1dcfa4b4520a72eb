import { useLocation } from 'wouter'
import { Announcer } from './Announcer.tsx'
import { useDesktopNotice } from './use-desktop-notice.ts'
import { useSounds } from './use-sounds.ts'
import { useTitle } from './use-title.ts'

/** All ways in which the page says that something waits. */
export function Notices() {
  const [, navigate] = useLocation()
  useTitle()
  useDesktopNotice(navigate)
  useSounds()
  return <Announcer />
}
