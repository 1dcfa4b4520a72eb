import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { heldMode } from '../../platform/modes/modes.ts'
import { folderName, shortPath } from '../../platform/folder/paths.ts'
import { ModeRail } from '../../platform/modes/ModeRail.tsx'
import { fetchModels } from '../../data/api-models.ts'
import { useApp } from '../../data/context.ts'
import { valueOf } from '../../data/http.ts'
import { modelOf } from '../../data/models.ts'
import { usePreferences } from '../../data/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { Said } from '../../ui/Said.tsx'
import { FolderChoice } from './FolderChoice.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { offeredModels, onlyDemo } from './model-choice.ts'
import { ModelChoices } from './ModelChoices.tsx'
import type { ChosenModel } from './ModelChoices.tsx'
import { Pitch } from './Pitch.tsx'
import { texts } from './texts.ts'
import { useBegin } from './use-begin.ts'

/** The first page: three choices, each with a default, and a way to begin. No account, and no key unless wanted. */
export function FirstRunPage() {
  const { me } = useApp()
  const begin = useBegin()
  const preferences = usePreferences()
  const list = useQuery({ queryKey: ['models'], queryFn: () => valueOf(fetchModels()), staleTime: 0 })
  const [folder, setFolder] = useState(() => shortPath(me.workspace, me.home))
  const standard = modelOf(me, preferences.default_model)
  const [own, setChosen] = useState<ChosenModel | null>(null)
  const chosen = own ?? { kind: 'model', model: standard.id }
  const [ownMode, setMode] = useState<string | null>(null)
  const mode = heldMode(ownMode ?? preferences.default_mode, me.forbidden_modes)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function start(how: 'tour' | 'empty'): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const problem = await begin({
      model: chosen,
      standard: standard.id,
      mode,
      folder,
      how,
      onKeyKept: (model) => setChosen({ kind: 'model', model }),
    })
    setBusy(false)
    if (problem !== null) setTrouble(texts.notStarted(problem))
  }

  const incomplete = folder.trim() === '' || (chosen.kind === 'key' && chosen.key.trim() === '')
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-panel min-[75rem]:flex-row min-[75rem]:*:min-h-fit">
      <Pitch />
      <form
        className="mx-auto flex w-full max-w-[56rem] flex-col gap-6 px-4 pt-6 pb-10 min-[75rem]:px-12 min-[75rem]:pt-16"
        onSubmit={(event) => {
          event.preventDefault()
          void start('tour')
        }}
      >
        <FolderChoice
          folder={folder}
          onFolder={(path) => {
            setFolder(path)
            setTrouble(null)
          }}
        />
        <ModelChoices
          offered={list.data === undefined ? [onlyDemo(me)] : offeredModels(list.data, standard)}
          chosen={chosen}
          onChoose={setChosen}
        />
        <ModeChoice mode={mode} forbidden={me.forbidden_modes} onMode={setMode} />
        {trouble !== null && (
          <p role="alert" className="font-semibold text-stop">
            <Said message={trouble} />
          </p>
        )}
        <ModeRail mode={mode} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" size="large" disabled={busy || incomplete}>
            {busy ? texts.starting : texts.start(folderName(folder))}
          </Button>
          <Button kind="quiet" disabled={busy || incomplete} onClick={() => void start('empty')}>
            {texts.skip}
          </Button>
        </div>
      </form>
    </div>
  )
}
