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
  /** `empty`: no chat is made yet, and the page of a new one has all that was chosen. */
  readonly how: 'tour' | 'empty'
  /** A key was kept: from now on this model is chosen, whatever else goes wrong. */
  readonly onKeyKept: (model: string) => void
}

/** Keeps what was chosen, makes the first chat and opens it. Null: it has begun. Else why not. */
export function useBegin(): (choices: FirstChoices) => Promise<string | null> {
  const { client, me, askMe } = useApp()
  const [, navigate] = useLocation()
  return async ({ model: chosen, standard, mode, folder, how, onKeyKept }) => {
    const taken = chosen.kind === 'model' ? { ok: true as const, model: chosen.model } : await takeKey(chosen)
    if (!taken.ok) return taken.message
    const { model } = taken
    // Once a key is kept it need not be entered again, whatever else goes wrong.
    if (chosen.kind === 'key') {
      onKeyKept(model)
      await askMe()
    }
    const demo = modelOf(me, model).demo
    // What was chosen already is no choice: a key that is set later still decides.
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
    // The demo teaches by doing; with a model of one's own there is something better to say.
    if (demo) {
      callHints(window.localStorage)
      await client.say(made.thread, texts.tour, null)
    }
    navigate(`/t/${made.thread}`, { replace: true })
    return null
  }
}
