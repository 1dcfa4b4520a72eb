import { useLocation } from 'wouter'
import { useApp } from '../../data/context.ts'
import { modelOf } from '../../data/models.ts'
import { setPreferences } from '../../data/preferences.ts'
import { sendTrouble } from '../../platform/send-trouble.ts'
import { callHints } from './coach/coach-store.ts'
import type { ChosenModel } from './ModelChoices.tsx'
import { takeKey } from './take-key.ts'
import { texts } from './texts.ts'
import { keepWelcomed } from './welcomed.ts'

/** What was chosen on the first page. */
export interface FirstChoices {
  readonly model: ChosenModel
  /** The model that would be used without a choice. */
  readonly standard: string
  readonly mode: string
  readonly folder: string
  /** `empty`: no thread is created yet, and the page of a new one has all choices. */
  readonly how: 'tour' | 'empty'
  /** A key was stored: from now on this model is selected, whatever else fails. */
  readonly onKeyKept: (model: string) => void
}

/** Stores the choices, creates the first thread and opens it. Null: done. Otherwise why not. */
export function useBegin(): (choices: FirstChoices) => Promise<string | null> {
  const { client, me, askMe } = useApp()
  const [, navigate] = useLocation()
  return async ({ model: chosen, standard, mode, folder, how, onKeyKept }) => {
    const taken = chosen.kind === 'model' ? { ok: true as const, model: chosen.model } : await takeKey(chosen)
    if (!taken.ok) return taken.message
    const { model } = taken
    // A stored key need not be entered again, whatever else fails.
    if (chosen.kind === 'key') {
      onKeyKept(model)
      await askMe()
    }
    const demo = modelOf(me, model).demo
    // An unchanged default is not a choice: a key that is set later still decides.
    const kept = await setPreferences({
      default_mode: mode,
      default_folder: folder.trim(),
      ...(model === standard ? {} : { default_model: model }),
    })
    if (!kept.ok) return kept.message
    await askMe()
    if (how === 'empty') {
      keepWelcomed(window.localStorage)
      navigate('/new', { replace: true })
      return null
    }
    const made = await client.createThread({
      mode,
      model,
      title: demo ? texts.tourTitle : '',
      workspace: folder.trim(),
    })
    if (!made.ok || made.thread === undefined) return made.ok ? '' : sendTrouble(made.error)
    keepWelcomed(window.localStorage)
    // The demo teaches by doing; with a real model there is something better to say.
    if (demo) {
      callHints(window.localStorage)
      await client.say(made.thread, texts.tour, null)
    }
    navigate(`/t/${made.thread}`, { replace: true })
    return null
  }
}
