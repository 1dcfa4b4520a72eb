import { useApp, useView } from '../../data/context.ts'
import { FolderField } from '../../platform/folder/FolderField.tsx'
import { recentFolders } from '../../platform/folder/paths.ts'
import { RecentFolders } from '../../platform/folder/RecentFolders.tsx'
import { texts as folderTexts } from '../../platform/folder/texts.ts'
import { texts } from './texts.ts'

export interface FolderChoiceProps {
  /** As a person writes it, from `~` on where it lies at home. */
  readonly folder: string
  readonly onFolder: (folder: string) => void
}

/** Where the agent works. */
export function FolderChoice({ folder, onFolder }: FolderChoiceProps) {
  const { home } = useApp().me
  const threads = useView((view) => view.threads) ?? []
  return (
    <fieldset className="grid gap-x-6 gap-y-1 wide:grid-cols-[5rem_1fr]">
      <legend className="contents">
        <span className="pt-1 font-semibold">{texts.folder}</span>
      </legend>
      <div className="flex min-w-0 flex-col gap-1 wide:col-start-2">
        <FolderField value={folder} onValue={onFolder} />
        <RecentFolders folders={recentFolders(threads)} home={home} chosen={folder} onChoose={onFolder} />
        <p className="text-label text-ink-3">{folderTexts.hint}</p>
      </div>
    </fieldset>
  )
}
