// First: schemas are compiled as their modules load, and the page's security policy forbids making code from text.
import './data/zod-config.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, Suspense, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import './app/base.css'
import { App } from './app/App.tsx'
import { Gate } from './app/Gate.tsx'
import { applyTheme, readTheme } from './app/theme.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { createApi } from './data/api.ts'
import type { Api, Me } from './data/api.ts'
import { createClient } from './data/client.ts'
import { AppContext, ClockContext, PolicyFactsContext } from './data/context.ts'
import { loadPreferences, readPreferences } from './data/preferences.ts'
import { frameFlushes, windowTimers } from './data/schedule.ts'
import { dropKey } from './data/page-key.ts'
import { takeCode } from './data/session.ts'
import { signedFetch, socketTicket } from './data/signed-fetch.ts'
import { createSocketTransport } from './data/socket.ts'
import { createViewStore } from './data/store.ts'
import { emptyView } from './data/view.ts'
import { FEATURES } from './features.ts'
import { randomRequestIds } from './ids.ts'
import { addedTools } from './platform/added-tools.ts'
import { toolsOf } from './platform/feature-tools.ts'
import { slicesOf } from './platform/feature.ts'
import { withClientTools } from './platform/client-tools.ts'
import { windowName, windowPanes } from './platform/window-panes.ts'
import { watchKeys } from './ui/keys-down.ts'
import { holdLate, lazy } from './ui/lazy.ts'

/** Milliseconds that the first look takes, at most, on a slow machine. */
const FIRST_LOOK = 3000

const code = takeCode(window.location, window.history)
applyTheme(readTheme(window.localStorage), document.documentElement, window.localStorage)
watchKeys(window)
holdLate(new Promise((over) => window.setTimeout(over, FIRST_LOOK)))

const api = createApi(signedFetch)
const store = createViewStore(emptyView, slicesOf(FEATURES))
const client = createClient({
  transport: withClientTools(
    createSocketTransport(socketAddress, () => void signOut()),
    FEATURES.flatMap(toolsOf),
    randomRequestIds,
    { name: windowName(window.sessionStorage, randomRequestIds), panes: windowPanes },
    addedTools,
  ),
  api,
  store,
  clock: systemClock,
  ids: randomRequestIds,
  timers: windowTimers,
  flushes: frameFlushes,
  holdMs: () => readPreferences().keyboard.hold_answers * 1000,
})

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: 1 } } })

/** Times on the page are the server's: this device's clock plus the difference. */
const serverClock: Clock = { now: () => systemClock.now() + store.view.getState().clockOffset }

/** A page of states for those who build this; it is not in the product's build. */
const Gallery =
  import.meta.env.MODE !== 'production' && window.location.pathname.startsWith('/_gallery')
    ? lazy(async () => ({ default: (await import('./gallery/GalleryRoot.tsx')).GalleryRoot }))
    : null

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <ClockContext value={serverClock}>
          <QueryClientProvider client={queries}>
            {Gallery === null ? (
              <Main api={api} />
            ) : (
              <Suspense>
                <Gallery />
              </Suspense>
            )}
          </QueryClientProvider>
        </ClockContext>
      </CSPProvider>
    </StrictMode>,
  )
}

function Main({ api }: { api: Api }) {
  return (
    <Gate api={api} code={code}>
      {(me, again) => <Live me={me} again={again} />}
    </Gate>
  )
}

function Live({ me, again }: { me: Me; again: () => Promise<void> }) {
  useEffect(() => {
    client.start()
    void loadPreferences()
    return client.stop
  }, [])
  const app = useMemo(() => ({ client, store, clock: systemClock, me, askMe: again }), [me, again])
  return (
    <AppContext value={app}>
      <PolicyFactsContext value={me}>
        <App features={FEATURES} />
      </PolicyFactsContext>
    </AppContext>
  )
}

async function socketAddress(): Promise<string | null> {
  const ticket = await socketTicket()
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  return ticket === null ? null : `${scheme}://${window.location.host}/ws?ticket=${ticket}`
}

/** The server does not know this page any more: its key is of no use, and the page asks to be signed in. */
async function signOut(): Promise<void> {
  await dropKey()
  window.location.reload()
}
