import { browserRoutes, type BrowserView, type ThreadId } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { BrowserScreen } from './BrowserScreen.tsx'
import { Logins } from './Logins.tsx'
import { NoPage } from './NoPage.tsx'
import { texts } from './texts.ts'
import { Trace } from './Trace.tsx'

/** Milliseconds between two checks for a browser that is not open yet. */
const LOOK_EVERY = 2000
/** Milliseconds between two checks of a running download. */
const WATCH_EVERY = 500

/** The browser of a thread: shows one that is open, and never starts one. */
export function BrowserPane() {
  const { thread } = useWorkbench()
  return thread === null ? <Page>{texts.noThread}</Page> : <ThreadBrowser thread={thread} />
}

type Tab = 'page' | 'trace' | 'logins'
const TABS: readonly Tab[] = ['page', 'trace', 'logins']

function ThreadBrowser({ thread }: { thread: ThreadId }) {
  const [tab, setTab] = useState<Tab>('page')
  const [said, setSaid] = useState<string | null>(null)
  const [held, setHeld] = useState(false)
  /** The host whose login would be saved, while the person is asked. */
  const [keeping, setKeeping] = useState<string | null>(null)
  const found = useQuery({
    queryKey: ['browser', thread],
    queryFn: () => valueOf(call(browserRoutes.state, { query: { thread_id: thread } })),
    refetchInterval: ({ state: { data } }) =>
      (data?.bring?.progress ?? null) === null ? LOOK_EVERY : WATCH_EVERY,
    retry: false,
  })
  const state = found.data
  const page = state?.page ?? null
  // While a person has the browser, the agent learns nothing about the page.
  usePaneContext(() => ({
    summary:
      held || state?.held === true
        ? texts.summaryHeld
        : page === null
          ? texts.summaryNone
          : texts.summary(page.url),
    sources: [],
  }))
  const keep = async (host: string): Promise<void> => {
    setKeeping(null)
    const answer = await call(browserRoutes.keep, { body: { thread_id: thread } })
    setSaid(answer.ok ? texts.kept(host) : texts.notKept(answer.message))
  }
  if (state === undefined) return <Page>{found.error?.message ?? texts.loading}</Page>
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Tabs
        tab={tab}
        onTab={(next) => {
          setTab(next)
          setSaid(null)
        }}
      />
      {keeping !== null && (
        <div role="alert" className="flex flex-col gap-2 border-b border-line px-3 py-2 text-label">
          <p>{texts.keepAsk(keeping)}</p>
          <p className="flex gap-2">
            <Button kind="primary" onClick={() => void keep(keeping)}>
              {texts.keepYes}
            </Button>
            <Button onClick={() => setKeeping(null)}>{texts.keepNo}</Button>
          </p>
        </div>
      )}
      {said !== null && (
        <p role="status" className="border-b border-line px-3 py-1 text-label">
          {said}
        </p>
      )}
      {tab === 'trace' && <Trace thread={thread} />}
      {tab === 'logins' && <Logins />}
      {tab === 'page' && page === null && <NoPage state={state} onChanged={() => void found.refetch()} />}
      {page !== null && (
        <BrowserScreen
          thread={thread}
          behind={tab !== 'page'}
          onGone={() => {
            setHeld(false)
            void found.refetch()
          }}
          onKeep={(url) => setKeeping(URL.parse(url)?.host ?? url)}
          onHeld={setHeld}
        />
      )}
      {page !== null && tab === 'page' && (
        <Foot state={state} thread={thread} onClosed={() => void found.refetch()} />
      )}
    </div>
  )
}

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  return (
    <div role="tablist" className="flex gap-1 border-b border-line px-2 py-0.5">
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={tab === name}
          onClick={() => onTab(name)}
          className="min-h-control rounded-control px-3 text-label aria-selected:font-semibold aria-selected:underline"
        >
          {texts[name]}
        </button>
      ))}
    </div>
  )
}

function Foot({ state, thread, onClosed }: { state: BrowserView; thread: ThreadId; onClosed: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-3 py-0.5 text-hint text-ink-2">
      <span>{texts.tabs(state.page?.tabs ?? 0)}</span>
      {state.dropped > 0 && <span>{texts.dropped(state.dropped)}</span>}
      <span className="ml-auto" />
      <Button
        kind="quiet"
        size="small"
        onClick={() => void call(browserRoutes.close, { body: { thread_id: thread } }).then(onClosed)}
      >
        {texts.close}
      </Button>
    </div>
  )
}
