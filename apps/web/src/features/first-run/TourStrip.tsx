import type { ThreadView } from '@countersign/protocol'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useApp, useView } from '../../data/context.ts'
import { modelOf } from '../../data/models.ts'
import { sendTrouble } from '../../platform/send-trouble.ts'
import { tourTexts as texts } from '../../platform/tour-texts.ts'
import { Said } from '../../ui/Said.tsx'

const NONE: ReadonlySet<string> = new Set()

/** The demo's tours, above a thread in which one was started: a press sends its words. An empty thread offers them itself. */
export function TourStrip({ thread }: { thread: ThreadView }) {
  const { client, me } = useApp()
  const isDemo = modelOf(me, thread.model).demo
  const said = useView((view) => {
    const open = view.open.get(thread.id)
    if (!isDemo || open?.state !== 'ready') return ''
    const words = open.messages.filter(({ role }) => role === 'user').map(({ text }) => text.trim())
    return texts.tours.flatMap((tour) => (words.includes(tour.words) ? [tour.words] : [])).join('\n')
  })
  const busy = useView((view) => {
    const open = view.open.get(thread.id)
    return open?.state === 'ready' && [...open.turns.values()].some(({ state }) => !ENDED.has(state))
  })
  const [trouble, setTrouble] = useState<string | null>(null)
  const done = said === '' ? NONE : new Set(said.split('\n'))
  if (done.size === 0) return null

  async function begin(words: string): Promise<void> {
    const sent = await client.say(thread.id, words, null)
    setTrouble(sent.ok ? null : sendTrouble(sent.error))
  }

  return (
    <nav
      aria-label={texts.label}
      data-tours=""
      className="mx-auto flex w-full max-w-[46rem] shrink-0 items-center gap-2 overflow-x-auto px-4 py-2 text-hint wide:flex-wrap"
    >
      <span className="shrink-0 text-ink-3">{texts.label}</span>
      {texts.tours.map(({ title, words }) => (
        <button
          key={words}
          type="button"
          disabled={busy}
          onClick={() => void begin(words)}
          className="inline-flex min-h-6 shrink-0 items-center gap-1 rounded-control border border-line bg-raised px-2 coarse:min-h-control hover:border-line-strong disabled:text-ink-3"
        >
          {done.has(words) && <Check size={12} aria-label={texts.begun} />}
          {title}
        </button>
      ))}
      {trouble !== null && (
        <p role="alert" className="w-full font-semibold text-stop">
          <Said message={trouble} />
        </p>
      )}
    </nav>
  )
}

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled'])
