import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Listen } from './record.ts'
import { texts } from './texts.ts'

interface OwnRecognitionProps {
  /** Why no model listens. */
  readonly problem: string
  readonly listen: Listen | undefined
  readonly onWords: (words: string) => void
  readonly onClose: () => void
}

/** The browser listens only after the person has read where the sound may go. */
export function OwnRecognition({ problem, listen, onWords, onClose }: OwnRecognitionProps) {
  const [stop, setStop] = useState<(() => void) | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const start = (by: Listen): void => {
    const listening = by(navigator.language)
    setStop(() => listening.stop)
    listening.words.then(
      (words) => {
        if (words !== '') onWords(words)
        onClose()
      },
      (cause: unknown) => {
        setStop(null)
        setTrouble(texts.notHeard(cause instanceof Error ? cause.message : ''))
      },
    )
  }
  return (
    <Sheet
      title={texts.ownTitle}
      onClose={() => {
        stop?.()
        onClose()
      }}
    >
      <p className="text-ink-2">{listen === undefined ? texts.noOwn(problem) : texts.ownHint(problem)}</p>
      {trouble !== null && (
        <p role="alert" className="text-label font-semibold text-stop">
          {trouble}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        {listen !== undefined && stop === null && (
          <Button kind="primary" onClick={() => start(listen)}>
            {texts.own}
          </Button>
        )}
        {stop !== null && (
          <Button kind="refuse" onClick={stop}>
            {texts.stopListening}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
