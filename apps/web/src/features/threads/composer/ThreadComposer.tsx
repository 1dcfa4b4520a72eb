import type { Effort, ImageView, Me } from '@countersign/protocol'
import { contextOf, costOf } from '@countersign/protocol/client'
import { Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { findFiles } from '../../../data/api-files.ts'
import { useApp } from '../../../data/context.ts'
import { modelOf } from '../../../data/models.ts'
import { usePreferences } from '../../../data/preferences.ts'
import type { ThreadData } from '../../../data/view.ts'
import type { MessageAsk } from '../../../platform/composer-part.ts'
import { liveTurn } from '../../../data/selectors.ts'
import { Composer } from './Composer.tsx'
import { texts } from './texts.ts'
import { useDraft } from './use-draft.ts'
import { useModeChoice } from './use-mode-choice.ts'
import { useSlash } from './use-slash.ts'
import { useTrouble } from './use-trouble.ts'
import { lazy } from '../../../ui/lazy.ts'

const CommandOutputView = lazy(async () => ({
  default: (await import('./CommandOutputView.tsx')).CommandOutputView,
}))

export interface ThreadComposerProps {
  readonly data: ThreadData
  /** Id of the field; absent: that of the page's own thread. */
  readonly field?: string
  /** A message was sent and is not queued: its answer comes next. */
  readonly onSent?: () => void
}

/** The composer of an open chat. */
export function ThreadComposer({ data, field = 'composer', onSent }: ThreadComposerProps) {
  const { client, me } = useApp()
  const [, navigate] = useLocation()
  const { id, permission_mode: mode, model } = data.thread
  const [text, setText] = useDraft(id)
  const { keyboard } = usePreferences()
  const [sending, setSending] = useState(false)
  const trouble = useTrouble()
  const modes = useModeChoice(data.thread, trouble.show)
  const slash = useSlash(
    {
      client,
      thread: id,
      calls: [...data.calls.values()],
      setMode: (next) => void modes.choose(next),
      models: me.models,
      model,
      setModel: (next) => void chooseModel(next),
      goToNew: () => navigate('/new'),
    },
    text,
  )

  const find = useCallback(async (wanted: string, signal: AbortSignal) => findFiles(wanted, id, signal), [id])

  async function send(typed: string, images: readonly ImageView[], ask: MessageAsk | null): Promise<boolean> {
    const message = ask === null ? await slash.said(typed) : typed
    trouble.show(null)
    modes.clearNote()
    if (ask === null && slash.take(message)) {
      setText('')
      return true
    }
    setSending(true)
    const reply = await client.say(id, message, mode, images, ask ?? {})
    setSending(false)
    if (reply.ok) {
      setText('')
      if (liveTurn(data) === null) onSent?.()
    } else trouble.refused(reply.error, texts.notSent)
    return reply.ok
  }

  async function chooseModel(next: string, how?: Effort | null): Promise<void> {
    const reply = await client.setModel(id, next, how)
    if (reply.ok) trouble.show(null)
    else trouble.refused(reply.error, texts.modelNotSet)
  }

  return (
    <>
      <Suspense>
        {slash.output !== null && <CommandOutputView output={slash.output} onClose={slash.close} />}
      </Suspense>
      <Composer
        id={field}
        view={{
          ...factsOf(data, me),
          text,
          modeState: modes.state,
          modeNote: modes.note,
          prompts: slash.prompts,
          sendWith: keyboard.send_with,
          sending,
          trouble: trouble.text,
        }}
        actions={{
          onText: setText,
          onSend: send,
          onStop: () => void client.stopTurn(id),
          onMode: (next) => void modes.choose(next),
          onModel: (next) => void chooseModel(next),
          onEffort: (next) => void chooseModel(model, next),
          onFind: find,
        }}
      />
    </>
  )
}

/** The facts about the thread and the server that the composer shows. */
function factsOf(data: ThreadData, me: Me) {
  const { permission_mode: mode, model: id, effort = null } = data.thread
  const model = modelOf(me, id)
  return {
    mode,
    effort,
    model,
    models: me.models,
    forbidden: me.forbidden_modes,
    noSandbox: me.no_sandbox,
    meter: { context: contextOf(data), window: model.context_window ?? null, spent: costOf(data) },
    last: data.messages.findLast(({ role }) => role === 'user')?.text ?? null,
    busy: liveTurn(data) !== null,
  }
}
