import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { countsOf } from '../model/ghosts.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import type { GhostChoice } from './use-ghost-review.ts'

function ChosenWord({ choice }: { choice: GhostChoice | undefined }) {
  return choice === undefined ? null : <span className="text-hint font-semibold">{texts.chosen[choice]}</span>
}

/** The agent's proposals: a person accepts or declines each, or all of them. F7 moves here. */
export function GhostBar({ folded }: { folded: boolean }) {
  const { state, review } = useEditor()
  const { choices, choose } = review
  const accepted = [...choices.values()].filter((choice) => choice === 'accept').length
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const go = (event: KeyboardEvent): void => {
      if (event.key !== 'F7') return
      event.preventDefault()
      const list = bar.current?.querySelector('details')
      if (list !== null && list !== undefined) list.open = true
      bar.current?.querySelector<HTMLElement>('li button')?.focus()
    }
    window.addEventListener('keydown', go)
    return () => window.removeEventListener('keydown', go)
  }, [])
  return (
    <section ref={bar} aria-label={texts.proposals} className="border-b border-line bg-wait-bg px-3">
      <div className="flex min-h-10.5 flex-wrap items-center gap-3 text-label text-wait">
        <span className="font-semibold" role="status">
          {texts.ghostBar(countsOf(state.history.graph, state.ghosts))}
        </span>
        <span className="ms-auto flex items-center gap-2">
          {texts.ghostsLeft(state.ghosts.length - choices.size)}
          <Kbd keys="F7" armed />
          {choices.size > 0 && (
            <Button size="small" kind="primary" onClick={() => review.send()}>
              {texts.sendAnswer(accepted, state.ghosts.length)}
            </Button>
          )}
          <Button size="small" onClick={() => review.all('decline')}>
            {texts.declineAll}
          </Button>
          <Button size="small" onClick={() => review.all('accept')}>
            {texts.acceptAll}
          </Button>
        </span>
      </div>
      {review.waits && <p className="text-hint text-wait">{texts.answersCard}</p>}
      <details open={!folded} className="pb-1 text-label">
        <summary className="min-h-6 text-hint text-ink-2">{texts.eachProposal}</summary>
        <ol className="flex max-h-40 flex-col gap-1 overflow-y-auto">
          {state.ghosts.map(({ number, label }, index) => (
            <li key={number} className="flex flex-wrap items-center gap-2" data-ghost={number}>
              <span className="rounded-mark bg-clear px-1.5 text-hint text-panel">{number}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
              <ChosenWord choice={choices.get(number)} />
              <Button
                size="small"
                aria-label={texts.declineOne(label)}
                aria-pressed={choices.get(number) === 'decline'}
                onClick={() => choose(number, 'decline')}
              >
                {texts.decline}
                {index === 0 && <Kbd keys="Alt U" armed />}
              </Button>
              <Button
                size="small"
                aria-label={texts.acceptOne(label)}
                aria-pressed={choices.get(number) === 'accept'}
                onClick={() => choose(number, 'accept')}
              >
                {texts.accept}
                {index === 0 && <Kbd keys="Alt Y" armed />}
              </Button>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
