import { LoaderCircle, Mic, Square } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy.ts'
import { fetchModels, transcribe } from './api.ts'
import { ownRecognition, record, type Recording } from './record.ts'
import { texts } from './texts.ts'

const OwnRecognition = lazy(async () => ({ default: (await import('./OwnRecognition.tsx')).OwnRecognition }))

type State =
  | { readonly kind: 'idle'; readonly said?: string }
  | { readonly kind: 'recording'; readonly recording: Recording; readonly seconds: number }
  | { readonly kind: 'hearing' }
  /** No transcription model is available: the browser may listen, if the person agrees. */
  | { readonly kind: 'own'; readonly problem: string }

const SECOND = 1000

/** Dictation: speech becomes text in the field, and is never sent automatically. The recording is not stored. */
export function Microphone({ onWords }: { onWords: (words: string) => void }) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const recording = state.kind === 'recording' ? state.recording : null
  useEffect(() => {
    if (recording === null) return
    const timer = window.setInterval(
      () => setState((now) => (now.kind === 'recording' ? { ...now, seconds: now.seconds + 1 } : now)),
      SECOND,
    )
    return () => window.clearInterval(timer)
  }, [recording])
  // Leaving the page stops the recording.
  useEffect(() => () => recording?.cancel(), [recording])

  async function begin(): Promise<void> {
    const models = await fetchModels()
    if (!models.ok) return setState({ kind: 'idle', said: texts.notHeard(models.message) })
    const { used, problem } = models.value.transcription
    if (used === null) return setState({ kind: 'own', problem: problem ?? '' })
    const begun = await record().catch(() => null)
    setState(
      begun === null
        ? { kind: 'idle', said: texts.noMicrophone }
        : { kind: 'recording', recording: begun, seconds: 0 },
    )
  }

  async function end(begun: Recording): Promise<void> {
    setState({ kind: 'hearing' })
    const heard = await transcribe(await begun.stop())
    if (!heard.ok) return setState({ kind: 'idle', said: texts.notHeard(heard.message) })
    const words = heard.value.text.trim()
    if (words === '') return setState({ kind: 'idle', said: texts.nothingHeard })
    onWords(words)
    setState({ kind: 'idle' })
  }

  return (
    <>
      <MicrophoneButton state={state} onBegin={() => void begin()} onEnd={(begun) => void end(begun)} />
      {state.kind === 'idle' && state.said !== undefined && (
        <span role="status" className="text-hint font-semibold text-stop">
          {state.said}
        </span>
      )}
      {state.kind === 'own' && (
        <Suspense>
          <OwnRecognition
            problem={state.problem}
            listen={ownRecognition()}
            onWords={onWords}
            onClose={() => setState({ kind: 'idle' })}
          />
        </Suspense>
      )}
    </>
  )
}

function MicrophoneButton(props: {
  state: State
  onBegin: () => void
  onEnd: (recording: Recording) => void
}) {
  const { state, onBegin, onEnd } = props
  switch (state.kind) {
    case 'recording': {
      const label = texts.stopSpeaking(clock(state.seconds))
      return (
        <Button kind="refuse" aria-label={label} title={label} onClick={() => onEnd(state.recording)}>
          <Square size={14} aria-hidden="true" />
          <span className="tabular-nums">{clock(state.seconds)}</span>
        </Button>
      )
    }
    case 'hearing':
      return (
        <Button kind="quiet" size="icon" disabled aria-label={texts.hearing} title={texts.hearing}>
          <LoaderCircle size={16} aria-hidden="true" className="motion-safe:animate-spin" />
        </Button>
      )
    case 'idle':
    case 'own':
      return (
        <Button kind="quiet" size="icon" aria-label={texts.speak} title={texts.speak} onClick={onBegin}>
          <Mic size={16} aria-hidden="true" />
        </Button>
      )
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
