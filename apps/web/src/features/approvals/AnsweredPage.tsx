import { useReader } from '../../platform/cards/use-reader.ts'
import { CallList } from '../../platform/past-calls/CallList.tsx'
import { useCallPages } from '../../platform/past-calls/use-audit.ts'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'
import { WaitingTabs } from './WaitingTabs.tsx'

/** What was asked in the last day and is settled, with its signature lines. */
export function AnsweredPage() {
  const reader = useReader()
  const pages = useCallPages({ asked: 'true' })
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-5 px-4 py-8">
        <div className="flex flex-wrap items-baseline gap-3">
          <h1 className="text-page font-semibold">{texts.answered}</h1>
          <span className="text-ink-3">{texts.lastDay}</span>
          <WaitingTabs at="answered" />
        </div>
        {pages.trouble !== null && <p role="alert">{texts.notThere(pages.trouble)}</p>}
        {pages.items.length === 0 && pages.trouble === null && (
          <p className="text-ink-3">{pages.loading ? texts.loading : texts.noneAnswered}</p>
        )}
        {pages.items.length > 0 && <CallList calls={pages.items} reader={reader} />}
        {pages.more !== null && (
          <span>
            <Button onClick={pages.more}>{texts.older}</Button>
          </span>
        )}
      </div>
    </div>
  )
}
