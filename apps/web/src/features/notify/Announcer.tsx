import { useEffect, useRef, useState } from 'react'
import type { CallId } from '@countersign/protocol'
import { useApp, useClock } from '../../data/context.ts'
import { readPreferences } from '../../data/preferences.ts'
import { allQuestions } from '../../data/selectors.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { announcements, arrivalText, lastMinuteOf, nameOf } from './announcements.ts'
import { followViews } from './early-views.ts'
import { spokenParagraphs } from './spoken-paragraphs.ts'
import { texts } from './texts.ts'

/** Arrivals closer together than this are announced in one sentence. */
const GATHER_MS = 400
/** An announcement is removed after this time: a person who reads through the page later must not find outdated text. */
const SPOKEN_MS = 6000
/** Milliseconds between checks whether a question's last minute has begun. */
const LOOK_MS = 2000

interface Voice {
  readonly polite: string
  readonly assertive: string
}

/** The live regions: the page's only voice. An answer is read out by paragraph if the person asked for that. */
export function Announcer() {
  const { store } = useApp()
  const clock = useClock()
  const [voice, setVoice] = useState<Voice>({ polite: '', assertive: '' })
  const [answer, setAnswer] = useState<readonly string[]>([])
  const arrivals = useRef<OpenQuestion[]>([])

  useEffect(() => {
    let timer = 0
    let silence = 0
    const say = (text: string, urgent: boolean): void => {
      setVoice((now) => (urgent ? { ...now, assertive: text } : { ...now, polite: text }))
      window.clearTimeout(silence)
      silence = window.setTimeout(() => setVoice({ polite: '', assertive: '' }), SPOKEN_MS)
    }
    const sayArrivals = (): void => {
      const open = allQuestions(store.view.getState())
      // Questions settled in the meantime are not announced.
      const gathered = arrivals.current.filter(({ call }) => open.some((other) => other.call.id === call.id))
      arrivals.current = []
      if (gathered.length === 0) return
      const urgent = gathered.some(({ call }) => call.decision.locked !== undefined)
      say(arrivalText(gathered, open.length), urgent)
    }
    const told = new Set<CallId>()
    const minutes = window.setInterval(() => {
      const [first] = lastMinuteOf(allQuestions(store.view.getState()), clock.now(), told)
      if (first === undefined) return
      told.add(first.call.id)
      say(texts.lastMinute(nameOf(first.call)), false)
    }, LOOK_MS)
    const stop = followViews(store, (after, before) => {
      for (const news of announcements(before, after)) {
        if (news.kind === 'said') {
          say(news.text, news.urgent)
          const reads = readPreferences().notifications.read_answers === true
          if (news.answer !== undefined) setAnswer(reads ? spokenParagraphs(news.answer) : [])
        } else {
          arrivals.current.push(news.question)
          window.clearTimeout(timer)
          timer = window.setTimeout(sayArrivals, GATHER_MS)
        }
      }
    })
    return () => {
      stop()
      window.clearInterval(minutes)
      window.clearTimeout(timer)
      window.clearTimeout(silence)
    }
  }, [store, clock])

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-voice="polite">
        {voice.polite}
      </div>
      <div aria-live="polite" className="sr-only" data-voice="answer">
        {answer.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only" data-voice="assertive">
        {voice.assertive}
      </div>
    </>
  )
}
