import { ThreadId } from '@countersign/protocol'
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { ThreadSkeleton } from '../threads/ThreadSkeleton.tsx'
import { Page } from '../ui/Page.tsx'
import { Home } from './Home.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

// A phone opens at Waiting: it need not fetch the chat, nor a chat the waiting list.
const NewChatPage = lazy(async () => ({ default: (await import('../threads/NewChatPage.tsx')).NewChatPage }))
const FirstRunPage = lazy(async () => ({
  default: (await import('../first-run/FirstRunPage.tsx')).FirstRunPage,
}))
const ThreadPage = lazy(async () => ({ default: (await import('../threads/ThreadPage.tsx')).ThreadPage }))
const WaitingPage = lazy(async () => ({ default: (await import('../waiting/WaitingPage.tsx')).WaitingPage }))
const AnsweredPage = lazy(async () => ({
  default: (await import('../waiting/AnsweredPage.tsx')).AnsweredPage,
}))
const ChatsPage = lazy(async () => ({ default: (await import('../phone/ChatsPage.tsx')).ChatsPage }))
const SettingsPage = lazy(async () => ({
  default: (await import('../settings/SettingsPage.tsx')).SettingsPage,
}))
const AuditPage = lazy(async () => ({ default: (await import('../audit/AuditPage.tsx')).AuditPage }))
const MorePage = lazy(async () => ({ default: (await import('../phone/MorePage.tsx')).MorePage }))

/** The places of the product, in one shell. */
export function App() {
  return (
    <Shell>
      <Suspense fallback={<Page>{null}</Page>}>
        <Switch>
          <Route path="/">
            <Home />
          </Route>
          <Route path="/welcome">
            <FirstRunPage />
          </Route>
          <Route path="/new">
            <NewChatPage />
          </Route>
          <Route path="/t/:thread">{(params) => <ThreadRoute thread={params.thread} />}</Route>
          <Route path="/waiting">
            <WaitingPage />
          </Route>
          <Route path="/answered">
            <AnsweredPage />
          </Route>
          <Route path="/chats">
            <ChatsPage />
          </Route>
          <Route path="/settings">
            <Redirect to="/settings/permissions" replace />
          </Route>
          <Route path="/settings/:section">{(params) => <SettingsPage section={params.section} />}</Route>
          <Route path="/audit">
            <AuditPage />
          </Route>
          <Route path="/more">
            <MorePage />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  )
}

function ThreadRoute({ thread }: { thread: string }) {
  const id = ThreadId.safeParse(thread)
  if (!id.success) return <NotFound />
  return (
    <Suspense fallback={<ThreadSkeleton thread={id.data} />}>
      <ThreadPage key={id.data} id={id.data} />
    </Suspense>
  )
}
