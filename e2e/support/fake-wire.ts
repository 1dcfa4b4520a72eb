import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page, WebSocketRoute } from '@playwright/test'
import { ClientCommand } from '@countersign/protocol'
import type {
  CallView,
  PendingApproval,
  ServerMessage,
  SettledApproval,
  Signature,
  ThreadEvent,
  ThreadId,
  ThreadSnapshot,
  ThreadView,
  WaitingCall,
} from '@countersign/protocol'

const DIST = join(import.meta.dirname, '../../apps/web/dist')
const ORIGIN = 'http://countersign.test'
const TYPES = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
  ['.webmanifest', 'application/manifest+json'],
])
/** The content security policy of the real server. */
const POLICY =
  "default-src 'self'; connect-src 'self' ws://countersign.test; style-src 'self'; img-src 'self' data: blob:; object-src 'none'"

/** A fake server that speaks the wire protocol: it serves the built page and sends what the test dictates. */
export interface FakeWire {
  readonly url: (path?: string) => string
  /** Commands from the page, oldest first. */
  readonly heard: readonly ClientCommand[]
  readonly answers: () => readonly Extract<ClientCommand, { type: 'tool_approval_response' }>[]
  readonly say: (message: ServerMessage) => void
  readonly event: (thread: ThreadId, event: ThreadEvent) => void
  /** Adds a waiting call: the call, its approval and the new waiting list, as the server would send them. */
  readonly ask: (call: WaitingCall, approval: PendingApproval) => void
  readonly settle: (call: CallView, approval: SettledApproval, signature: Signature) => void
  /** Cuts the connection; new ones fail until `restore`. */
  readonly cut: () => Promise<void>
  readonly restore: () => void
  /** Handles a command. Without it every command is answered with `ok`. */
  onCommand: (command: ClientCommand) => 'ok' | 'silent' | ServerMessage
}

export interface FakeState {
  readonly threads: readonly ThreadView[]
  readonly snapshots: readonly ThreadSnapshot[]
  readonly waiting?: {
    readonly approvals: readonly PendingApproval[]
    readonly calls: readonly WaitingCall[]
  }
  readonly serverNow?: number
  /** Why commands run without a sandbox of the operating system. */
  readonly noSandbox?: string
  /** Further facts about the person and the server. */
  readonly me?: Readonly<Record<string, unknown>>
  /** Additional resources by path. */
  readonly api?: Readonly<Record<string, unknown>>
}

export async function fakeWire(page: Page, state: FakeState): Promise<FakeWire> {
  const heard: ClientCommand[] = []
  const events = new Map<ThreadId, { seq: number; event: ThreadEvent }[]>()
  let sockets: WebSocketRoute[] = []
  let up = true
  let approvals = [...(state.waiting?.approvals ?? [])]
  let calls = [...(state.waiting?.calls ?? [])]

  const send = (message: ServerMessage): void => {
    for (const socket of sockets) socket.send(JSON.stringify(message))
  }
  const waiting = (): ServerMessage => ({ type: 'waiting', approvals, calls })
  const snapshotOf = (id: string): ThreadSnapshot | undefined =>
    state.snapshots.find(({ thread }) => thread.id === id)

  function event(thread: ThreadId, what: ThreadEvent): void {
    const known = events.get(thread) ?? []
    const seq = (known.at(-1)?.seq ?? snapshotOf(thread)?.seq ?? 0) + 1
    events.set(thread, [...known, { seq, event: what }])
    send({ type: 'event', thread_id: thread, seq, event: what })
  }

  const wire: FakeWire = {
    url: (path = '/') => ORIGIN + path,
    heard,
    answers: () => heard.filter((command) => command.type === 'tool_approval_response'),
    say: send,
    event,
    ask: (call, approval) => {
      approvals = [...approvals, approval]
      calls = [...calls, call]
      event(call.thread_id, { type: 'tool_call_update', call })
      event(call.thread_id, { type: 'tool_approval_request', approval })
      send(waiting())
    },
    settle: (call, approval, signature) => {
      approvals = approvals.filter((other) => other.id !== approval.id)
      calls = calls.filter((other) => other.id !== call.id)
      event(call.thread_id, { type: 'approval_settled', approval, signature })
      event(call.thread_id, { type: 'tool_call_update', call })
      send(waiting())
    },
    cut: async () => {
      up = false
      const open = sockets
      sockets = []
      await Promise.all(open.map(async (socket) => socket.close({ code: 1012 })))
    },
    restore: () => {
      up = true
    },
    onCommand: () => 'ok',
  }

  function hear(socket: WebSocketRoute, data: string | Buffer): void {
    const command = ClientCommand.parse(JSON.parse(String(data)))
    heard.push(command)
    if (command.type === 'subscribe') {
      const known = events.get(command.thread_id) ?? []
      for (const { seq, event: what } of known.filter((other) => other.seq > command.after_seq)) {
        socket.send(JSON.stringify({ type: 'event', thread_id: command.thread_id, seq, event: what }))
      }
      const seq = known.at(-1)?.seq ?? snapshotOf(command.thread_id)?.seq ?? 0
      socket.send(JSON.stringify({ type: 'caught_up', thread_id: command.thread_id, seq }))
    }
    const answer = wire.onCommand(command)
    if (answer === 'silent') return
    const reply: ServerMessage = answer === 'ok' ? { type: 'ok', request_id: command.request_id } : answer
    socket.send(JSON.stringify(reply))
  }

  await page.routeWebSocket('ws://countersign.test/ws?ticket=once', (socket) => {
    if (!up) {
      void socket.close({ code: 1012 })
      return
    }
    sockets.push(socket)
    socket.onMessage((data) => hear(socket, data))
    socket.onClose(() => {
      sockets = sockets.filter((other) => other !== socket)
    })
    const first: readonly ServerMessage[] = [
      { type: 'welcome', server_time: state.serverNow ?? Date.now(), version: '0.1.0', boot: 'test' },
      { type: 'threads', threads: [...state.threads] },
      waiting(),
    ]
    for (const message of first) socket.send(JSON.stringify(message))
  })

  await page.route(`${ORIGIN}/api/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!up) return route.abort()
    if (pathname === '/api/session/ticket') return route.fulfill({ json: { ticket: 'once' } })
    if (pathname === '/api/session/access') return route.fulfill({ json: { access: 'reads' } })
    if (pathname === '/api/me') {
      return route.fulfill({
        json: {
          user: { id: 'usr_local', name: 'ada' },
          models: [modelOf({ id: 'demo', name: 'Demo', demo: true })],
          default_model: null,
          workspace: '~/code/site',
          home: '/home',
          own: [],
          no_sandbox: state.noSandbox ?? null,
          forbidden_modes: [],
          version: '0.1.0',
          ...state.me,
        },
      })
    }
    const resource = { ...RESOURCES, ...state.api }[pathname]
    if (resource !== undefined) return route.fulfill({ json: resource })
    const snapshot = snapshotOf(pathname.split('/').at(-1) ?? '')
    return snapshot === undefined
      ? route.fulfill({ status: 404, json: {} })
      : route.fulfill({ json: snapshot })
  })

  await servePage(page, DIST)
  return wire
}

/** A model with no known properties except the given ones. */
export function modelOf(given: { readonly id: string; readonly name: string; readonly demo?: boolean }) {
  return {
    provider: given.id.split('/')[0],
    demo: false,
    capabilities: { tools: null, parallel_calls: null, images: null, reasoning: null },
    context_window: null,
    price: null,
    ...given,
  }
}

/** The responses of an empty server. */
const RESOURCES: Readonly<Record<string, unknown>> = {
  '/api/settings': {
    settings: {
      default_model: null,
      default_mode: 'default',
      outside_mode: 'default',
      default_folder: null,
      model_titles: true,
      approval_timeout: 300,
      notifications: { desktop: true, show_specifier: true },
      sounds: { waiting: false, turn_ended: false },
      keyboard: { send_with: 'enter', single_letters: true, hold_answers: 0, bindings: {} },
    },
  },
  '/api/rules': { rules: [] },
  '/api/plugins': { plugins: [] },
  '/api/prompts': { prompts: [] },
  '/api/sessions': { sessions: [], own: null },
  '/api/rules/files': { workspace: '/home/ada/site', home: '/home/ada', own: [], files: [] },
  '/api/recorded': { calls: [] },
  '/api/folders': {
    path: '/home/ada/site',
    problem: null,
    branch: 'main',
    git: true,
    base: '/home/ada/site',
    parent: '/home/ada',
    names: ['docs', 'src'],
    more: false,
  },
  '/api/calls': { calls: [], next: null },
  '/api/audit': { rows: [] },
  '/api/models': { models: [], providers: [], default_model: 'demo' },
}

/** A thread that contains only the given data. */
export function snapshot(thread: ThreadView, change: Partial<ThreadSnapshot> = {}): ThreadSnapshot {
  return { thread, messages: [], calls: [], approvals: [], turn: null, streaming: '', seq: 1, ...change }
}

/** Serves a built folder as the real server would: every unknown path is the page, under its security policy. */
export async function servePage(page: Page, folder: string): Promise<void> {
  await page.route(
    (url) => url.origin === ORIGIN && !url.pathname.startsWith('/api/'),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      const file = extname(pathname) === '' ? 'index.html' : pathname
      return route.fulfill({
        body: await readFile(join(folder, file)),
        headers: {
          'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream',
          'content-security-policy': POLICY,
        },
      })
    },
  )
}
