import { Composer } from '../features/threads/composer/Composer.tsx'
import type { ComposerView } from '../features/threads/composer/composer-view.ts'
import { MODES } from '../platform/modes/modes.ts'

const demo = { id: 'demo', name: 'Demo', provider: 'demo', demo: true }
const quiet: ComposerView = {
  text: '',
  mode: 'default',
  forbidden: [],
  model: demo,
  models: [demo],
  noSandbox: null,
  last: null,
  sendWith: 'enter',
  busy: false,
  sending: false,
  trouble: null,
}

const VIEWS: readonly (readonly [string, ComposerView])[] = [
  ...MODES.map((mode): [string, ComposerView] => [mode.label, { ...quiet, mode: mode.id }]),
  ['a mode of one’s own', { ...quiet, mode: 'nightly' }],
  [
    'a mode that is forbidden',
    {
      ...quiet,
      mode: 'auto',
      forbidden: [{ mode: 'auto', instead: 'acceptEdits', because: 'forbidden' }],
    },
  ],
  ['a command that is typed', { ...quiet, text: '/' }],
  ['while a turn runs', { ...quiet, text: 'and then the changelog', busy: true }],
  ['not sent', { ...quiet, text: 'hello', trouble: 'Not sent: not connected; your text is still here.' }],
]

export function ComposerPage() {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      {VIEWS.map(([name, view], index) => (
        <section key={name} aria-label={name} className="min-w-0 rounded-card border border-line">
          <h2 className="px-4 py-2 text-label text-ink-3">{name}</h2>
          <Composer
            id={`composer-${index}`}
            view={view}
            actions={{
              onText: () => {},
              onSend: async () => true,
              onStop: () => {},
              onMode: () => {},
              onModel: () => {},
            }}
          />
        </section>
      ))}
    </div>
  )
}
