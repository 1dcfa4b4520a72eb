import type { Effort, ImageView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { Composer } from './composer/Composer.tsx'
import type { MessageAsk } from '../../platform/composer-part.ts'
import { heldMode } from '../../platform/modes/modes.ts'
import { texts as composerTexts } from './composer/texts.ts'
import { useTrouble } from './composer/use-trouble.ts'
import { useDraft } from './composer/use-draft.ts'
import { useSlash } from './composer/use-slash.ts'
import { findFiles } from '../../data/api-files.ts'
import { useApp } from '../../data/context.ts'
import { modelOf } from '../../data/models.ts'
import { usePreferences } from '../../data/preferences.ts'
import { EmptyThread } from './EmptyThread.tsx'
import { examplesFor } from './examples.ts'
import { FolderMenu } from './FolderMenu.tsx'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

const CommandOutputView = lazy(async () => ({
  default: (await import('./composer/CommandOutputView.tsx')).CommandOutputView,
}))

const findNames = async (wanted: string, signal: AbortSignal) => findFiles(wanted, null, signal)

/** A thread that does not exist yet: it is created with the first message. */
export function NewThreadPage() {
  const { me } = useApp()
  const { keyboard } = usePreferences()
  const { text, setText, mode, model, effort, sending, trouble, slash, ...acts } = useNewThread()
  const names = useQuery({
    queryKey: ['names', me.workspace],
    queryFn: async () => (await findFiles('', null))?.names.map(({ path }) => path) ?? [],
  })
  return (
    <div data-takes-files="" className="relative flex h-full min-h-0 flex-col bg-panel">
      <EmptyThread
        folder={
          <FolderMenu
            onTrouble={(problem) => trouble.show(problem === null ? null : texts.folderTrouble(problem))}
          />
        }
        mode={mode}
        demo={model.demo}
        examples={examplesFor(names.data ?? [], model)}
        onExample={setText}
        onTour={(words) => void acts.start(words, [], null)}
      />
      <Suspense>
        {slash.output !== null && <CommandOutputView output={slash.output} onClose={slash.close} />}
      </Suspense>
      <Composer
        view={{
          text,
          mode,
          forbidden: me.forbidden_modes,
          model,
          models: me.models,
          effort,
          prompts: slash.prompts,
          noSandbox: me.no_sandbox,
          last: null,
          sendWith: keyboard.send_with,
          busy: false,
          sending,
          trouble: trouble.text,
        }}
        actions={{
          onText: setText,
          onSend: acts.start,
          onStop: () => {},
          onMode: acts.setMode,
          onModel: acts.setModel,
          onEffort: acts.setEffort,
          onFind: findNames,
        }}
      />
    </div>
  )
}

/** The settings of the new thread, and the message that creates it. */
function useNewThread() {
  const { client, me } = useApp()
  const { default_mode: standard, default_model: wanted } = usePreferences()
  const [chosen, setModel] = useState<string | null>(null)
  const model = modelOf(me, chosen ?? wanted)
  const [effort, setEffort] = useState<Effort | null>(null)
  const [, navigate] = useLocation()
  const [text, setText] = useDraft('new')
  const [ownMode, setMode] = useState<string | null>(null)
  const mode = heldMode(ownMode ?? standard, me.forbidden_modes)
  const [sending, setSending] = useState(false)
  const trouble = useTrouble()

  const slash = useSlash(
    {
      client,
      thread: null,
      calls: [],
      setMode,
      models: me.models,
      model: model.id,
      setModel,
      goToNew: () => {},
    },
    text,
  )

  async function start(
    typed: string,
    images: readonly ImageView[],
    ask: MessageAsk | null,
  ): Promise<boolean> {
    const message = ask === null ? await slash.said(typed) : typed
    trouble.show(null)
    if (ask === null && slash.take(message)) {
      setText('')
      return true
    }
    setSending(true)
    const made = await client.createThread({
      mode,
      title: '',
      workspace: me.workspace,
      ...(model.id === '' ? {} : { model: model.id }),
      ...(effort === null || model.capabilities?.reasoning !== true ? {} : { effort }),
    })
    const said =
      made.ok && made.thread !== undefined
        ? await client.say(made.thread, message, null, images, ask ?? {})
        : made
    setSending(false)
    if (!said.ok) {
      trouble.refused(said.error, composerTexts.notSent)
      return false
    }
    setText('')
    if (made.ok && made.thread !== undefined) navigate(`/t/${made.thread}`, { replace: true })
    return true
  }

  return {
    text,
    setText,
    mode,
    setMode,
    model,
    setModel,
    effort,
    setEffort,
    sending,
    trouble,
    slash,
    start,
  }
}
