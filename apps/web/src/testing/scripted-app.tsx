import { Me } from '@countersign/protocol'
import type {
  CallView,
  ClientCommand,
  ServerMessage,
  Signature,
  ThreadEvent,
  ThreadId,
  ThreadSnapshot,
  WaitingCall,
} from '@countersign/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { App } from '../app/App.tsx'
import { systemClock } from '../clock.ts'
import type { Api } from '../data/api.ts'
import { createClient } from '../data/client.ts'
import type { Client, ClientPorts } from '../data/client.ts'
import { AppContext, ClockContext, PolicyFactsContext } from '../data/context.ts'
import type { App as AppParts } from '../data/context.ts'
import { loadPreferences, readPreferences } from '../data/preferences.ts'
import { frameFlushes, windowTimers } from '../data/schedule.ts'
import { emptyView } from '../data/view.ts'
import { createViewStore } from '../data/store.ts'
import type { LineListener, Transport } from '../data/transport.ts'
import { FEATURES } from '../features.ts'
import { toolsOf } from '../platform/feature-tools.ts'
import { slicesOf } from '../platform/feature.ts'
import type { WebFeature } from '../platform/feature.ts'
import { withClientTools } from '../platform/client-tools.ts'
import { watchKeys } from '../ui/keys-down.ts'
import { anApproval, aSnapshot } from './views.ts'

/** The whole page on a scripted connection: the test sends what a server would, and sees the person's answers. */
export interface ScriptedApp {
  readonly page: ReactNode
  /** The person's answers, oldest first. */
  readonly answers: () => readonly Extract<ClientCommand, { type: 'tool_approval_response' }>[]
  readonly heard: readonly ClientCommand[]
  readonly event: (event: ThreadEvent) => void
  /** Adds a waiting call with its card. */
  readonly ask: (call: WaitingCall) => void
  readonly settle: (call: SignedCall, signature: Signature) => void
  /** Sends any other server message. */
  readonly say: (message: ServerMessage) => void
  /** Closes the connection for good. */
  readonly stop: () => void
}

/** A call that a person, a rule or a mode has signed. */
type SignedCall = Extract<CallView, { signature: Signature }>

export interface ScriptedState {
  readonly thread?: Partial<ThreadSnapshot>
  readonly me?: Partial<Me>
  /** Seconds for which answers are held (K9). */
  readonly holdAnswers?: 0 | 1 | 3
  /** Absent: the product's features. */
  readonly features?: readonly WebFeature[]
  /** The server's reply to a command; null: none, the test sends it. Absent: every command succeeds. */
  readonly answer?: (command: ClientCommand) => ServerMessage | null
  /** Additional resources of the server, by their path. */
  readonly api?: Readonly<Record<string, unknown>>
}

/** Opens the thread of the snapshot. The test renders `page` itself. */
export async function scriptedApp(state: ScriptedState = {}): Promise<ScriptedApp> {
  const features = state.features ?? FEATURES
  const snapshot = aSnapshot(state.thread)
  const { id } = snapshot.thread
  const heard: ClientCommand[] = []
  let line: LineListener | null = null
  let waiting: readonly WaitingCall[] = snapshot.calls.filter((call) => call.state === 'waiting')
  let seq = snapshot.seq

  const say = (message: ServerMessage): void => line?.said(message)
  const event = (what: ThreadEvent): void => {
    seq += 1
    say({ type: 'event', thread_id: id, seq, event: what })
  }
  const tellWaiting = (): void =>
    say({ type: 'waiting', approvals: waiting.map((call) => anApproval(call)), calls: [...waiting] })

  serve({ '/api/settings': { settings: preferences(state.holdAnswers ?? 0) }, ...RESOURCES, ...state.api })
  await loadPreferences()
  watchKeys(window)
  window.history.replaceState(null, '', `/t/${id}`)

  const me = Me.parse({ ...ADA, ...state.me })
  const store = createViewStore(emptyView, slicesOf(features))
  const client = clientOn(
    {
      connect: (listener) => {
        line = listener
        queueMicrotask(() => {
          listener.opened()
          say({ type: 'welcome', server_time: systemClock.now(), version: '0.1.0', boot: 'test' })
          say({ type: 'threads', threads: [snapshot.thread] })
          tellWaiting()
        })
        return { send: (command) => hear(command), close: () => listener.closed() }
      },
    },
    { api: apiOf(me, snapshot), store, features },
  )

  function hear(command: ClientCommand): void {
    heard.push(command)
    queueMicrotask(() => {
      if (command.type === 'subscribe') say({ type: 'caught_up', thread_id: command.thread_id, seq })
      const answer = state.answer?.(command)
      if (answer !== null) say(answer ?? { type: 'ok', request_id: command.request_id })
    })
  }

  client.start()
  return {
    heard,
    answers: () => heard.filter((command) => command.type === 'tool_approval_response'),
    event,
    ask: (call) => {
      waiting = [...waiting, call]
      event({ type: 'tool_call_update', call })
      event({ type: 'tool_approval_request', approval: anApproval(call) })
      tellWaiting()
    },
    settle: (call, signature) => {
      waiting = waiting.filter((other) => other.id !== call.id)
      const state = call.state === 'denied' ? 'denied' : 'allowed'
      event({ type: 'approval_settled', approval: { ...anApproval(call), state }, signature })
      event({ type: 'tool_call_update', call: { ...call, signature } })
      tellWaiting()
    },
    say,
    stop: client.stop,
    page: (
      <Drawn app={{ client, store, clock: systemClock, me, askMe: async () => {} }} features={features} />
    ),
  }
}

/** The page's own client, with sequential ids. */
function clientOn(
  transport: Transport,
  { features, ...ports }: Pick<ClientPorts, 'api' | 'store'> & { readonly features: readonly WebFeature[] },
): Client {
  let last = 0
  const ids = (): string => `r${(last += 1)}`
  const tools = features.flatMap(toolsOf)
  return createClient({
    ...ports,
    transport: withClientTools(transport, tools, ids),
    clock: systemClock,
    ids,
    timers: windowTimers,
    flushes: frameFlushes,
    holdMs: () => readPreferences().keyboard.hold_answers * 1000,
  })
}

function Drawn({ app, features }: { app: AppParts; features: readonly WebFeature[] }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <ClockContext value={systemClock}>
      <QueryClientProvider client={queries}>
        <AppContext value={app}>
          <PolicyFactsContext value={app.me}>
            <App features={features} />
          </PolicyFactsContext>
        </AppContext>
      </QueryClientProvider>
    </ClockContext>
  )
}

function apiOf(me: Me, snapshot: ThreadSnapshot): Api {
  const missing = { ok: false, error: { code: 'not_found' } } as const
  return {
    signIn: async () => ({ ok: true, value: null }),
    me: async () => ({ ok: true, value: me }),
    thread: async (wanted: ThreadId) =>
      wanted === snapshot.thread.id ? { ok: true, value: snapshot } : missing,
  }
}

/** Serves resources in place of the server. */
function serve(resources: Readonly<Record<string, unknown>>): void {
  const known = new Map(Object.entries(resources))
  window.fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input)
    const { pathname } = new URL(address, window.location.href)
    return known.has(pathname)
      ? Response.json(known.get(pathname))
      : Response.json({ error: { message: 'not there' } }, { status: 404 })
  }
}

/** A model without known capabilities. */
const UNKNOWN = {
  capabilities: { tools: null, parallel_calls: null, images: null, reasoning: null },
  context_window: null,
  price: null,
}

const ADA = {
  user: { id: 'usr_ada', name: 'ada' },
  models: [
    { ...UNKNOWN, id: 'demo', name: 'Demo', provider: 'demo', demo: true },
    { ...UNKNOWN, id: 'ollama/small', name: 'small', provider: 'ollama', demo: false },
  ],
  default_model: 'demo',
  workspace: '~/code/site',
  home: '/home',
  own: [],
  no_sandbox: null,
  forbidden_modes: [],
  version: '0.1.0',
}

const RESOURCES: Readonly<Record<string, unknown>> = {
  '/api/rules': { rules: [] },
  '/api/rules/files': { workspace: '/home/ada/site', home: '/home/ada', own: [], files: [] },
  '/api/recorded': { calls: [] },
}

function preferences(hold: 0 | 1 | 3): unknown {
  return {
    default_model: null,
    default_mode: 'default',
    outside_mode: 'default',
    default_folder: null,
    model_titles: true,
    approval_timeout: 300,
    notifications: { desktop: false, show_specifier: true },
    sounds: { waiting: false, turn_ended: false },
    keyboard: { send_with: 'enter', single_letters: true, hold_answers: hold, bindings: {} },
  }
}
