import { ThreadId, TurnId } from '@countersign/protocol'
import type { ProviderView, TurnView } from '@countersign/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { Offered } from '../features/first-run/model-choice.ts'
import { ModelChoices } from '../features/first-run/ModelChoices.tsx'
import type { ChosenModel } from '../features/first-run/ModelChoices.tsx'
import { KeyboardPage } from '../features/keyboard/KeyboardPage.tsx'
import { MemoryPage } from '../features/memory/MemoryPage.tsx'
import { NotificationsPage } from '../features/notify/NotificationsPage.tsx'
import { SessionsPage } from '../features/sessions/SessionsPage.tsx'
import { EmptyThread } from '../features/threads/EmptyThread.tsx'
import { TurnEnd } from '../features/threads/TurnEnd.tsx'
import { Panel } from '../ui/Section.tsx'
import { GALLERY_NOW } from './fixtures.ts'

const nothing = (): void => {}

/** Pages and places that need only data: the choices of the first page, settings, an empty thread, and the endings of a turn. */
export function PlacesPage() {
  return (
    <div className="grid items-start gap-8 wide:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        {CHOSEN.map(([name, chosen]) => (
          <Shown key={name} name={name}>
            <ModelChoices offered={OFFERED} chosen={chosen} onChoose={nothing} />
          </Shown>
        ))}
        <Shown name="an empty chat">
          <EmptyThread
            folder={<p>~/code/site</p>}
            mode="default"
            demo
            examples={['list the files', 'read README.md']}
            onExample={nothing}
            onTour={nothing}
          />
        </Shown>
        <Shown name="a turn that failed">
          <TurnEnd
            turn={FAILED}
            end={null}
            actions={{ onContinue: nothing, onAgain: nothing, onDemo: nothing }}
          />
        </Shown>
        <Shown name="a turn out of budget">
          <TurnEnd
            turn={{
              ...FAILED,
              state: 'done',
              error: null,
              budget: { reason: 'llm_calls', limit: 60, observed: 61 },
            }}
            end={null}
            actions={{ onContinue: nothing, onAgain: nothing, onDemo: null }}
          />
        </Shown>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {MEMORIES.map(([name, memory]) => (
          <Shown key={name} name={name}>
            <Known name="memory" value={memory}>
              <MemoryPage />
            </Known>
          </Shown>
        ))}
        <Shown name="signed in">
          <Known name="sessions" value={SESSIONS}>
            <SessionsPage />
          </Known>
        </Shown>
        <Shown name="notifications">
          <NotificationsPage />
        </Shown>
        <Shown name="keyboard">
          <KeyboardPage />
        </Shown>
      </div>
    </div>
  )
}

function Shown({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-2" data-shown={name}>
      <p className="text-label text-ink-3">{name}</p>
      <Panel>{children}</Panel>
    </div>
  )
}

/** Fills the query cache with the data that a page would have fetched. */
function Known({ name, value, children }: { name: string; value: object; children: React.ReactNode }) {
  const [queries] = useState(() => {
    const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
    client.setQueryData([name], value)
    return client
  })
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

const provider = (id: string, name: string, kind: ProviderView['kind'], ready: boolean): ProviderView => ({
  id,
  name,
  kind,
  ready,
  base_url: null,
  key: null,
})
const OFFERED: readonly Offered[] = [
  { provider: provider('demo', 'Demo', 'demo', true), models: [{ id: 'demo', name: 'Demo' }] },
  {
    provider: provider('ollama', 'Ollama on this machine', 'local', true),
    models: [
      { id: 'ollama/large', name: 'large' },
      { id: 'ollama/small', name: 'small' },
    ],
  },
  { provider: provider('anthropic', 'Anthropic', 'service', false), models: [] },
]
const CHOSEN: readonly (readonly [string, ChosenModel])[] = [
  ['the first page, as it comes', { kind: 'model', model: 'demo' }],
  ['a model on this machine', { kind: 'model', model: 'ollama/small' }],
  ['a key that is entered', { kind: 'key', provider: 'anthropic', key: 'sk-0123' }],
]

const FAILED: TurnView = {
  id: TurnId.parse('trn_a'),
  thread_id: ThreadId.parse('thr_a'),
  state: 'failed',
  error: 'connection refused at 127.0.0.1:11434',
}

const SESSIONS = {
  own: 'a',
  sessions: [
    {
      id: 'a',
      kind: 'page',
      origin: 'http://localhost:4180',
      agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0 Safari/537.36',
      created_at: GALLERY_NOW - 86_400_000,
      used_at: GALLERY_NOW,
      expires_at: GALLERY_NOW + 86_400_000,
    },
    {
      id: 'b',
      kind: 'terminal',
      origin: 'ana',
      agent: '',
      created_at: GALLERY_NOW - 86_400_000,
      used_at: GALLERY_NOW,
      expires_at: GALLERY_NOW + 86_400_000,
    },
  ],
} as const

const MEMORIES = [
  [
    'memory with entries',
    { enabled: true, entries: [{ key: 'language', text: 'German\u202e', at: GALLERY_NOW }] },
  ],
] as const
