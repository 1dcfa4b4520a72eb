import { CallId } from '@countersign/protocol'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { focusCall } from './card-focus.ts'

/** The call in the address, `?call=…`. */
export function useWantedCall(): CallId | null {
  const wanted = CallId.safeParse(new URLSearchParams(useSearch()).get('call'))
  return wanted.success ? wanted.data : null
}

/** Scrolls to the call in the address and focuses its card, once it is there. */
export function useFocusWanted(ready: boolean): void {
  const wanted = useWantedCall()
  useEffect(() => {
    if (!ready || wanted === null) return
    const frame = window.requestAnimationFrame(() => focusCall(wanted))
    return () => window.cancelAnimationFrame(frame)
  }, [ready, wanted])
}
