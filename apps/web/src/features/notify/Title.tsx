import { useEffect } from 'react'
import { useApp } from '../../data/context.ts'
import { keepEarlyViews } from './early-views.ts'
import { useTitle } from './use-title.ts'

/** The window's title and icon show how much waits. The other notifiers load later. */
export function Title() {
  const { store } = useApp()
  useEffect(() => keepEarlyViews(store), [store])
  useTitle()
  return null
}
