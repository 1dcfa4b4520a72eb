import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { sendTrouble } from '../composer/ThreadComposer.tsx'
import { modeLook, MODES } from '../composer/modes.ts'
import { Rail } from '../composer/Rail.tsx'
import { callHints } from '../coach/coach-store.ts'
import { useApp } from '../data/context.ts'
import { modelOf } from '../data/models.ts'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { fieldClass } from '../ui/Section.tsx'
import { texts } from './texts.ts'
import { keepWelcomed } from './welcomed.ts'

/** The first page: three choices, each made already, and a way to begin. No key, no account. */
export function FirstRunPage() {
  const { client, me } = useApp()
  const [, navigate] = useLocation()
  const preferences = usePreferences()
  const [folder, setFolder] = useState<string | null>(null)
  const [model, setModel] = useState(() => modelOf(me, preferences.default_model).id)
  const [mode, setMode] = useState(preferences.default_mode)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const demo = modelOf(me, model).demo

  async function start(): Promise<void> {
    setBusy(true)
    setTrouble(null)
    // What was chosen already is no choice: a key that is set later still decides.
    const chosen = model === modelOf(me, preferences.default_model).id ? {} : { default_model: model }
    void setPreferences({ default_mode: mode, ...chosen })
    const made = await client.createThread({
      mode,
      model,
      title: demo ? texts.tourTitle : '',
      ...(folder === null ? {} : { workspace: folder.trim() }),
    })
    setBusy(false)
    if (!made.ok || made.thread === undefined) {
      setTrouble(texts.notStarted(made.ok ? '' : sendTrouble(made.error)))
      return
    }
    keepWelcomed(window.localStorage)
    // The demo teaches by doing; with a model of one's own there is something better to say.
    if (demo) {
      callHints(window.localStorage)
      await client.say(made.thread, texts.tour, null)
    }
    navigate(`/t/${made.thread}`, { replace: true })
  }

  return (
    <div className="h-full overflow-y-auto bg-panel">
      <form
        className="mx-auto flex min-h-full max-w-[46rem] flex-col justify-center gap-6 px-4 py-10"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <div className="flex items-center gap-4">
          <span className="text-accent">
            <Mark state="signed" size={40} tone="inherit" />
          </span>
          <div>
            <h1 className="text-page font-semibold">{texts.product}</h1>
            <p className="text-ink-2">{texts.line}</p>
          </div>
        </div>
        <Line title={texts.folder}>
          <Choice
            name="folder"
            label={isSample(me.workspace) ? texts.sample : texts.here}
            hint={me.workspace}
            checked={folder === null}
            onChoose={() => setFolder(null)}
          />
          <Choice
            name="folder"
            label={texts.other}
            checked={folder !== null}
            onChoose={() => setFolder('')}
          />
          {folder !== null && (
            <input
              aria-label={texts.path}
              placeholder={texts.path}
              value={folder}
              required
              spellCheck={false}
              onChange={(event) => setFolder(event.target.value)}
              className={`${fieldClass} font-mono`}
            />
          )}
        </Line>
        <Line title={texts.model}>
          {me.models.map((other) => (
            <Choice
              key={other.id}
              name="model"
              label={other.demo ? texts.demo : other.name}
              hint={other.demo ? texts.demoHint : other.provider}
              checked={model === other.id}
              onChoose={() => setModel(other.id)}
            />
          ))}
          <Link href="/settings/models" className="text-label">
            {texts.withKey}
          </Link>
        </Line>
        <Line title={texts.mode} hint={texts.modeHint}>
          {MODES.map((look) => (
            <Choice
              key={look.id}
              name="mode"
              label={look.label}
              hint={look.line}
              checked={mode === look.id}
              onChoose={() => setMode(look.id)}
            />
          ))}
        </Line>
        {trouble !== null && (
          <p role="alert" className="font-semibold text-stop">
            {trouble}
          </p>
        )}
        <Rail mode={modeLook(mode).id} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" size="large" disabled={busy || folder === ''}>
            {texts.start}
          </Button>
          <Link href="/new" onClick={() => keepWelcomed(window.localStorage)} className="text-label">
            {texts.skip}
          </Link>
        </div>
      </form>
    </div>
  )
}

function Line({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-6 gap-y-1 wide:grid-cols-[5rem_1fr]">
      <legend className="contents">
        <span className="font-semibold">{title}</span>
      </legend>
      <div className="flex flex-col gap-1 wide:col-start-2">
        {children}
        {hint !== undefined && <p className="text-hint text-ink-3">{hint}</p>}
      </div>
    </fieldset>
  )
}

function Choice(props: {
  name: string
  label: string
  hint?: string
  checked: boolean
  onChoose: () => void
}) {
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input
        type="radio"
        name={props.name}
        className="size-4 shrink-0 translate-y-0.5 accent-accent"
        checked={props.checked}
        onChange={props.onChoose}
      />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span>{props.label}</span>
        {props.hint !== undefined && <span className="text-label text-ink-3">{props.hint}</span>}
      </span>
    </label>
  )
}

/** The server makes it in its data folder when it was started without a folder. */
function isSample(path: string): boolean {
  return /[/\\-]sample$/.test(path)
}
