import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../../data/context.ts'
import { Announcer } from './Announcer.tsx'
import { dropEarlyViews } from './early-views.ts'
import { useDesktopNotice } from './use-desktop-notice.ts'
import { useSounds } from './use-sounds.ts'

/** Milliseconds after which every notifier is loaded. */
const ALL_THERE = 5000

/** The ways in which the page announces waiting questions, besides its title. */
export function Notices() {
  const [, navigate] = useLocation()
  useDesktopNotice(navigate)
  useSounds()
  const { store } = useApp()
  useEffect(() => {
    const timer = window.setTimeout(() => dropEarlyViews(store), ALL_THERE)
    return () => window.clearTimeout(timer)
  }, [store])
  return <Announcer />
}
