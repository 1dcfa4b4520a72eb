import { useEffect } from 'react'
import { useSearch } from 'wouter'
import type { PaneParams } from '../platform/feature.ts'

/** A URL may name a pane to open: `?open=changes&turn=…`; its other parameters belong to the pane. */
export function useOpenFromAddress(open: (type: string, params: PaneParams) => void): void {
  const search = useSearch()
  useEffect(() => {
    const { open: type, layout: _layout, ...params } = Object.fromEntries(new URLSearchParams(search))
    if (type !== undefined) open(type, params)
  }, [search, open])
}
