import { useLocation } from 'wouter'
import { Announcer } from './Announcer.tsx'
import { useDesktopNotice } from './use-desktop-notice.ts'
import { useSounds } from './use-sounds.ts'

/** The ways in which the page says that something waits, beside its title. */
export function Notices() {
  const [, navigate] = useLocation()
  useDesktopNotice(navigate)
  useSounds()
  return <Announcer />
}
