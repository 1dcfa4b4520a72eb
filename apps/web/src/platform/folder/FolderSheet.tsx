import { useState } from 'react'
import { useApp, useView } from '../../data/context.ts'
import { Button } from '../../ui/Button.tsx'
import { Said } from '../../ui/Said.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { FolderField } from './FolderField.tsx'
import { recentFolders, shortPath } from './paths.ts'
import { RecentFolders } from './RecentFolders.tsx'
import { texts } from './texts.ts'
import { useChooseFolder } from './use-choose-folder.ts'

/** Chooses another folder for new chats. */
export function FolderSheet({ onClose }: { onClose: () => void }) {
  const { me } = useApp()
  const threads = useView((view) => view.threads) ?? []
  const [path, setPath] = useState(() => shortPath(me.workspace, me.home))
  const [trouble, setTrouble] = useState<string | null>(null)
  const choose = useChooseFolder()

  async function use(): Promise<void> {
    const problem = await choose(path)
    if (problem === null) onClose()
    else setTrouble(texts.notUsed(problem))
  }

  return (
    <Sheet title={texts.title} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void use()
        }}
      >
        <p className="text-label text-ink-2">{texts.hint}</p>
        <RecentFolders folders={recentFolders(threads)} home={me.home} chosen={path} onChoose={setPath} />
        <FolderField value={path} onValue={setPath} open />
        {trouble !== null && (
          <p role="alert" className="text-label font-semibold text-stop">
            <Said message={trouble} />
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={path.trim() === ''}>
            {texts.accept}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
