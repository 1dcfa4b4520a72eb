import { browserRoutes, type BrowserView } from '@countersign/protocol'
import { useState } from 'react'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { size } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** The pane without an open page: which Chromium there is, or how to get one. */
export function NoPage({ state, onChanged }: { state: BrowserView; onChanged: () => void }) {
  const [refused, setRefused] = useState<string | null>(null)
  const { chromium, why_not, bring } = state
  const act = async (
    route: typeof browserRoutes.bring | typeof browserRoutes.removeBrought,
  ): Promise<void> => {
    const answer = await call(route, {})
    setRefused(answer.ok ? null : answer.message)
    onChanged()
  }
  const isComing = bring !== null && bring.progress !== null
  const problem = refused ?? (isComing || chromium !== null ? null : (bring?.problem ?? null))
  return (
    <Page>
      <p>{chromium === null ? texts.noChromium : why_not === null ? texts.none : texts.cannot(why_not)}</p>
      {chromium === null && !isComing && <p className="text-ink-2">{texts.howTo}</p>}
      {chromium !== null && <p className="text-hint wrap-anywhere text-ink-3">{texts.uses(chromium)}</p>}
      {problem !== null && (
        <p role="alert" className="max-w-160 text-stop wrap-anywhere">
          <Visible text={texts.notBrought(problem)} />
        </p>
      )}
      {bring !== null && bring.progress !== null && <Coming progress={bring.progress} />}
      {chromium === null && bring !== null && !isComing && (
        <>
          <p>
            <Button kind="primary" onClick={() => void act(browserRoutes.bring)}>
              {problem === null ? texts.bring(size(bring.bytes)) : texts.bringAgain(size(bring.bytes))}
            </Button>
          </p>
          <p className="max-w-160 text-hint text-ink-3">{texts.bringHint(bring.name, size(bring.disk))}</p>
        </>
      )}
      {bring?.brought === true && (
        <p>
          <Button onClick={() => void act(browserRoutes.removeBrought)}>{texts.remove}</Button>
        </p>
      )}
    </Page>
  )
}

function Coming({
  progress: { step, done, total },
}: {
  progress: NonNullable<NonNullable<BrowserView['bring']>['progress']>
}) {
  // The check has no measurable progress, so the bar has no value.
  const value = step === 'checking' ? {} : { value: done, max: total }
  return (
    <div role="status" className="flex w-full max-w-100 flex-col gap-1.5">
      <p className="tabular-nums">{texts.coming[step](size(done), size(total))}</p>
      <progress
        aria-label={texts.comingLabel}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        {...value}
      />
    </div>
  )
}
