import { useEffect, useRef, useState } from 'react'
import { useApp } from '../data/context.ts'
import { allQuestions } from '../data/selectors.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import { announcements, arrivalText } from './announcements.ts'

/** Arrivals closer together than this are said in one sentence. */
const GATHER_MS = 400

interface Voice {
  readonly polite: string
  readonly assertive: string
}

/** The two live regions: the page's only voice. */
export function Announcer() {
  const { store } = useApp()
  const [voice, setVoice] = useState<Voice>({ polite: '', assertive: '' })
  const arrivals = useRef<OpenQuestion[]>([])

  useEffect(() => {
    let timer = 0
    const say = (text: string, urgent: boolean): void =>
      setVoice((now) => (urgent ? { ...now, assertive: text } : { ...now, polite: text }))
    const sayArrivals = (): void => {
      const gathered = arrivals.current
      arrivals.current = []
      const urgent = gathered.some(({ call }) => call.decision?.locked !== undefined)
      say(arrivalText(gathered, allQuestions(store.view.getState()).length), urgent)
    }
    const stop = store.view.subscribe((after, before) => {
      for (const news of announcements(before, after)) {
        if (news.kind === 'said') say(news.text, news.urgent)
        else {
          arrivals.current.push(news.question)
          window.clearTimeout(timer)
          timer = window.setTimeout(sayArrivals, GATHER_MS)
        }
      }
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store])

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-voice="polite">
        {voice.polite}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only" data-voice="assertive">
        {voice.assertive}
      </div>
    </>
  )
}
