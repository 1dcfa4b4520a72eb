import type { CallResultView, EndedCall, RunningCall } from '@countersign/protocol'
import { useState } from 'react'
import type { HttpResult } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ProgramOutput } from '../../ui/ProgramOutput.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './result-texts.ts'

/** Lines of a result that are shown before unfolding. */
const FIRST_LINES = 20

export interface ResultViewProps {
  readonly call: RunningCall | EndedCall
  /** Loads the whole result from the server. */
  readonly load: () => Promise<HttpResult<CallResultView>>
}

type Shown =
  | { readonly kind: 'beginning' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'all'; readonly text: string; readonly chars: number }

/** The result of a call, always as text: its beginning, or its end for a command, and all of it on request. */
export function ResultView({ call, load }: ResultViewProps) {
  const [shown, setShown] = useState<Shown>({ kind: 'beginning' })
  const preview = call.preview ?? ''
  const lines = preview.split('\n')
  const whole = shown.kind === 'all' ? shown.text : preview
  const folded = shown.kind !== 'all' && call.ended_at !== null && lines.length > FIRST_LINES
  // The last lines of a command show how it went.
  const fromEnd = call.body.kind === 'shell'
  const text = folded ? (fromEnd ? lines.slice(-FIRST_LINES) : lines.slice(0, FIRST_LINES)).join('\n') : whole
  const chars = call.ended_at === null ? undefined : call.result_chars
  const longer = chars !== undefined
  const showAll = async (): Promise<void> => {
    if (!longer) return setShown({ kind: 'all', text: preview, chars: preview.length })
    setShown({ kind: 'loading' })
    const answer = await load()
    setShown(answer.ok ? { kind: 'all', ...answer.value } : { kind: 'trouble', message: answer.message })
  }
  return (
    <div>
      <div className="flex items-center justify-between text-hint text-ink-3">
        <span>
          {call.ended_at === null ? texts.outputSoFar : texts.result}
          {(longer || folded) && shown.kind !== 'all' && `, ${fromEnd ? texts.itsEnd : texts.preview}`}
        </span>
        {whole !== '' && <CopyButton text={whole} />}
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.result}
        role="group"
        data-result={shown.kind}
        className="max-h-[60dvh] overflow-auto rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap"
      >
        {text === '' ? texts.noResult : <ProgramOutput text={text} />}
      </pre>
      {(longer || folded) && shown.kind !== 'all' && (
        <span className="-ms-3">
          <Button kind="quiet" disabled={shown.kind === 'loading'} onClick={() => void showAll()}>
            {longer ? texts.showAllCharacters(chars) : texts.showAllLines(lines.length)}
          </Button>
        </span>
      )}
      {shown.kind === 'all' && shown.text.length < shown.chars && longer && (
        <p className="text-hint text-ink-3">{texts.cutResult(shown.text.length, shown.chars)}</p>
      )}
      {shown.kind === 'trouble' && (
        <p role="status" className="text-hint font-semibold text-stop">
          <Visible text={texts.notLoaded(shown.message)} />
        </p>
      )}
    </div>
  )
}
