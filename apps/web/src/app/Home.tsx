import { Redirect } from 'wouter'
import { useView } from '../data/context.ts'
import { Page } from '../ui/Page.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { readWelcomed } from '../first-run/welcomed.ts'
import { readLastThread } from './last-thread.ts'

/** The last open chat, on a phone what waits; where nothing was done yet, the first page. */
export function Home() {
  const narrow = useNarrow()
  const threads = useView((view) => view.threads)
  const first = !readWelcomed(window.localStorage)
  // Nothing was ever asked here: on a phone too the first page comes first.
  if (narrow && !first) return <Redirect to="/waiting" replace />
  if (threads === null) return <Page>{null}</Page>
  const last = readLastThread(window.localStorage)
  const known = threads.find((thread) => thread.id === last) ?? latest(threads)
  if (known === undefined) return <Redirect to={first ? '/welcome' : '/new'} replace />
  return <Redirect to={narrow ? '/waiting' : `/t/${known.id}`} replace />
}

function latest<T extends { readonly updated_at: number }>(threads: readonly T[]): T | undefined {
  return threads.toSorted((a, b) => b.updated_at - a.updated_at)[0]
}
