import { workflowRoutes, type NoticeView } from '@countersign/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../../data/http.ts'
import { PageTitle } from '../../../ui/Section.tsx'
import { dateAndTime } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { noticeTexts as texts } from './notice-texts.ts'
import { useNotices } from './use-notices.ts'

/** All notices from workflows. Opening the page marks all of them as seen; new ones keep their mark until the person leaves. */
export function NoticesPage() {
  const queries = useQueryClient()
  const { notices, error } = useNotices()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unseen = (notices ?? []).flatMap(({ id, seen_at: seen }) => (seen === null ? [id] : []))
  const unseenNow = unseen.join(' ')
  // A notice that arrives while the page is open is marked too.
  if (unseen.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unseen]))
  useEffect(() => {
    if (unseenNow === '') return
    void call(workflowRoutes.seeNotices, {}).then(() => queries.invalidateQueries({ queryKey: keys.notices }))
  }, [unseenNow, queries])
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-6 px-4 py-8">
        <PageTitle title={texts.title} hint={texts.hint} />
        {error !== null && (
          <p role="alert" className="text-label text-stop">
            {error.message}
          </p>
        )}
        {notices === undefined && error === null && <p className="text-ink-3">{texts.loading}</p>}
        {notices?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
        <ul className="flex flex-col gap-2">
          {notices?.map((notice) => (
            <Row key={notice.id} notice={notice} fresh={fresh.has(notice.id)} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function Row({ notice, fresh }: { notice: NoticeView; fresh: boolean }) {
  const { id, title, text, run_id: run, at } = notice
  return (
    <li
      data-notice={id}
      data-fresh={fresh}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border border-line bg-panel px-4 py-2"
    >
      <h2 className="min-w-0 flex-1 basis-64 text-label font-semibold wrap-anywhere">
        <Visible text={title} />
      </h2>
      {fresh && <span className="text-hint font-semibold text-accent">{texts.fresh}</span>}
      <span className="text-hint text-ink-3">{dateAndTime(at)}</span>
      {text !== '' && (
        <p className="w-full text-label whitespace-pre-wrap text-ink-2 wrap-anywhere">
          <Visible text={text} />
        </p>
      )}
      {run !== null && (
        <Link
          href={`/runs/${run}`}
          className="text-label coarse:inline-flex coarse:min-h-control coarse:items-center"
          aria-label={texts.runOf(title)}
        >
          {texts.openRun}
        </Link>
      )}
    </li>
  )
}
