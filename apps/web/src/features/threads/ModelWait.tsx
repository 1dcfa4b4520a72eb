import { useState } from 'react'
import { useLocalNow } from '../../platform/use-local-now.ts'
import type { Heard } from '../../data/view.ts'
import { texts } from './texts.ts'

/** Seconds of silence that are not shown. */
const SHORT = 5

/** How long the model has been silent. `before`: shown while that is short. */
export function ModelWait({ heard, before }: { heard: Heard; before?: string }) {
  const now = useLocalNow(1000)
  const [opened] = useState(now)
  const seconds = Math.floor((now - (heard.at ?? opened) + heard.ms) / 1000)
  if (seconds >= SHORT) return <span className="text-label text-ink-3">{texts.waitsForModel(seconds)}</span>
  return before === undefined ? null : <>{before}</>
}
