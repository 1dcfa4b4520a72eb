import type { ImageView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { CommandOutputView } from '../composer/CommandOutputView.tsx'
import { Composer } from '../composer/Composer.tsx'
import { heldMode } from '../composer/modes.ts'
import { texts as composerTexts } from '../composer/texts.ts'
import { sendTrouble } from '../composer/ThreadComposer.tsx'
import { useDraft } from '../composer/use-draft.ts'
import { useSlash } from '../composer/use-slash.ts'
import { findFiles } from '../data/api-files.ts'
import { useApp } from '../data/context.ts'
import { modelOf } from '../data/models.ts'
import { usePreferences } from '../data/preferences.ts'
import { EmptyChat } from './EmptyChat.tsx'
import { examplesFor } from './examples.ts'
import { titleFrom } from './title-from.ts'

const findNames = async (wanted: string, signal: AbortSignal) => findFiles(wanted, null, signal)

/** A chat that does not exist yet: it is made when the first message is sent. */
export function NewChatPage() {
  const { client, me } = useApp()
  const { default_mode: standard, default_model: wanted, keyboard } = usePreferences()
  const [chosen, setModel] = useState<string | null>(null)
  const model = modelOf(me, chosen ?? wanted)
  const [, navigate] = useLocation()
  const [text, setText] = useDraft('new')
  const [ownMode, setMode] = useState<string | null>(null)
  const mode = heldMode(ownMode ?? standard, me.forbidden_modes)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  const names = useQuery({
    queryKey: ['names', me.workspace],
    queryFn: async () => (await findFiles('', null))?.names.map(({ path }) => path) ?? [],
  })
  const slash = useSlash({ client, thread: null, calls: [], setMode, goToNew: () => {} })

  async function start(message: string, images: readonly ImageView[]): Promise<boolean> {
    setTrouble(null)
    if (slash.take(message)) {
      setText('')
      return true
    }
    setSending(true)
    const made = await client.createThread({
      mode,
      title: titleFrom(message),
      ...(model.id === '' ? {} : { model: model.id }),
    })
    const said =
      made.ok && made.thread !== undefined ? await client.say(made.thread, message, null, images) : made
    setSending(false)
    if (!said.ok) {
      setTrouble(composerTexts.notSent(sendTrouble(said.error)))
      return false
    }
    setText('')
    if (made.ok && made.thread !== undefined) navigate(`/t/${made.thread}`, { replace: true })
    return true
  }

  return (
    <div className="flex h-full min-h-0 flex-col bg-panel">
      <EmptyChat
        workspace={me.workspace}
        mode={mode}
        demo={model.demo}
        examples={examplesFor(names.data ?? [], model)}
        onExample={setText}
      />
      {slash.output !== null && <CommandOutputView output={slash.output} onClose={slash.close} />}
      <Composer
        view={{
          text,
          mode,
          forbidden: me.forbidden_modes,
          model,
          models: me.models,
          noSandbox: me.no_sandbox,
          last: null,
          sendWith: keyboard.send_with,
          busy: false,
          sending,
          trouble,
        }}
        actions={{
          onText: setText,
          onSend: start,
          onStop: () => {},
          onMode: setMode,
          onModel: setModel,
          onFind: findNames,
        }}
      />
    </div>
  )
}
