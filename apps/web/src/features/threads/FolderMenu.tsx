import { ChevronDown, FolderOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useApp, useView } from '../../data/context.ts'
import { folderName, recentFolders, shortPath } from '../../platform/folder/paths.ts'
import { useChooseFolder } from '../../platform/folder/use-choose-folder.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

// Loaded on demand.
const FolderSheet = lazy(async () => ({
  default: (await import('../../platform/folder/FolderSheet.tsx')).FolderSheet,
}))

/** The project of a new thread, the other recent ones, and a way to any folder. */
export function FolderMenu({ onTrouble }: { onTrouble: (problem: string | null) => void }) {
  const { me } = useApp()
  const threads = useView((view) => view.threads)
  const [choosing, setChoosing] = useState(false)
  const choose = useChooseFolder()
  const known = [...new Set([me.workspace, ...recentFolders(threads ?? [])])]

  async function change(folder: string): Promise<void> {
    onTrouble(folder === me.workspace ? null : await choose(folder))
  }

  return (
    <>
      <span className="-ms-2 flex min-w-0">
        <DropMenu
          look="text"
          trigger={
            <>
              <FolderOpen size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
              <span className="sr-only">{texts.project}</span>
              <span className="shrink-0 font-semibold whitespace-nowrap">{folderName(me.workspace)}</span>
              <span className="min-w-0 truncate font-mono text-hint text-ink-3">
                {shortPath(me.workspace, me.home)}
              </span>
              <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
            </>
          }
          value={me.workspace}
          entries={[
            ...known.map((folder) => ({
              key: folder,
              onChoose: () => void change(folder),
              content: (
                <span className="flex min-w-0 items-baseline gap-2">
                  <span>{folderName(folder)}</span>
                  <span className="max-w-72 truncate font-mono text-hint text-ink-3">
                    {shortPath(folder, me.home)}
                  </span>
                </span>
              ),
            })),
            { key: 'other', content: texts.otherFolder, onChoose: () => setChoosing(true) },
          ]}
        />
      </span>
      {choosing && (
        <Suspense>
          <FolderSheet onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
