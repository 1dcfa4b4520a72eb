import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { callHints } from '../coach/coach-store.ts'
import { whyForbidden } from '../composer/ModeMenu.tsx'
import { heldMode, MODES } from '../composer/modes.ts'
import { Rail } from '../composer/Rail.tsx'
import { sendTrouble } from '../composer/ThreadComposer.tsx'
import { fetchModels } from '../data/api-models.ts'
import { useApp } from '../data/context.ts'
import { valueOf } from '../data/http.ts'
import { modelOf } from '../data/models.ts'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { fieldClass } from '../ui/Section.tsx'
import { Choice, Choices } from './Choices.tsx'
import { offeredModels, onlyDemo } from './model-choice.ts'
import { ModelChoices } from './ModelChoices.tsx'
import type { ChosenModel } from './ModelChoices.tsx'
import { Named } from '../ui/Named.tsx'
import { texts } from './texts.ts'
import { takeKey } from './take-key.ts'
import { keepWelcomed } from './welcomed.ts'

/** The first page: three choices, each made already, and a way to begin. No account, and no key unless one is wanted. */
export function FirstRunPage() {
  const { client, me, askMe } = useApp()
  const [, navigate] = useLocation()
  const preferences = usePreferences()
  const list = useQuery({ queryKey: ['models'], queryFn: () => valueOf(fetchModels()), staleTime: 0 })
  const [folder, setFolder] = useState<string | null>(null)
  const standard = modelOf(me, preferences.default_model)
  const [own, setChosen] = useState<ChosenModel | null>(null)
  const chosen = own ?? { kind: 'model', model: standard.id }
  const [ownMode, setMode] = useState<string | null>(null)
  const mode = heldMode(ownMode ?? preferences.default_mode, me.forbidden_modes)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function start(): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const problem = await begin()
    setBusy(false)
    if (problem !== null) setTrouble(texts.notStarted(problem))
  }

  /** Null: it has begun. Else why not. */
  async function begin(): Promise<string | null> {
    const taken = chosen.kind === 'model' ? { ok: true as const, model: chosen.model } : await takeKey(chosen)
    if (!taken.ok) return taken.message
    const { model } = taken
    // Once a key is kept it need not be entered again, whatever else goes wrong.
    if (chosen.kind === 'key') {
      setChosen({ kind: 'model', model })
      await askMe()
    }
    const demo = modelOf(me, model).demo
    // What was chosen already is no choice: a key that is set later still decides.
    void setPreferences({ default_mode: mode, ...(model === standard.id ? {} : { default_model: model }) })
    const made = await client.createThread({
      mode,
      model,
      title: demo ? texts.tourTitle : '',
      ...(folder === null ? {} : { workspace: folder.trim() }),
    })
    if (!made.ok || made.thread === undefined) return made.ok ? '' : sendTrouble(made.error)
    keepWelcomed(window.localStorage)
    // The demo teaches by doing; with a model of one's own there is something better to say.
    if (demo) {
      callHints(window.localStorage)
      await client.say(made.thread, texts.tour, null)
    }
    navigate(`/t/${made.thread}`, { replace: true })
    return null
  }

  const forbidden = MODES.filter(({ id }) => me.forbidden_modes.some((other) => other.mode === id))
  const incomplete = folder?.trim() === '' || (chosen.kind === 'key' && chosen.key.trim() === '')
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
        <Choices
          title={texts.folder}
          chosen={folder === null ? me.workspace : undefined}
          detail={
            folder !== null && (
              <input
                aria-label={texts.path}
                placeholder={texts.path}
                value={folder}
                required
                spellCheck={false}
                onChange={(event) => setFolder(event.target.value)}
                className={`${fieldClass} font-mono`}
              />
            )
          }
        >
          <Choice
            name="folder"
            label={isSample(me.workspace) ? texts.sample : texts.here}
            hint={<Named text={me.workspace} name={me.workspace} />}
            checked={folder === null}
            onChoose={() => setFolder(null)}
          />
          <Choice
            name="folder"
            label={texts.other}
            checked={folder !== null}
            onChoose={() => setFolder('')}
          />
        </Choices>
        <ModelChoices
          offered={list.data === undefined ? [onlyDemo(me)] : offeredModels(list.data)}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Choices
          title={texts.mode}
          chosen={MODES.find(({ id }) => id === mode)?.line}
          hint={[...forbidden.map((look) => whyForbidden(look, me.forbidden_modes)), texts.modeHint].join(
            ' ',
          )}
        >
          {MODES.map((look) => {
            const isForbidden = forbidden.includes(look)
            return (
              <Choice
                key={look.id}
                name="mode"
                label={look.label}
                hint={isForbidden ? whyForbidden(look, me.forbidden_modes) : look.line}
                checked={mode === look.id}
                disabled={isForbidden}
                onChoose={() => setMode(look.id)}
              />
            )
          })}
        </Choices>
        {trouble !== null && (
          <p role="alert" className="font-semibold text-stop">
            {trouble}
          </p>
        )}
        <Rail mode={mode} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" size="large" disabled={busy || incomplete}>
            {busy ? texts.starting : texts.start}
          </Button>
          <Link
            href="/new"
            onClick={() => keepWelcomed(window.localStorage)}
            className="flex min-h-6 items-center text-label coarse:min-h-control"
          >
            {texts.skip}
          </Link>
        </div>
      </form>
    </div>
  )
}

/** The server makes it in its data folder when it was started without a folder. */
function isSample(path: string): boolean {
  return /[/\\-]sample$/.test(path)
}
