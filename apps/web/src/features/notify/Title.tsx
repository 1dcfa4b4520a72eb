import { useEffect } from 'react'
import { useApp } from '../../data/context.ts'
import { keepEarlyViews } from './early-views.ts'
import { useTitle } from './use-title.ts'

/** The title and the icon of the window say how much waits. What else says so comes later. */
export function Title() {
  const { store } = useApp()
  useEffect(() => keepEarlyViews(store), [store])
  useTitle()
  return null
}
