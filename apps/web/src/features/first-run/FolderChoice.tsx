import { useApp, useView } from '../../data/context.ts'
import { FolderField } from '../../platform/folder/FolderField.tsx'
import { recentFolders } from '../../platform/folder/paths.ts'
import { RecentFolders } from '../../platform/folder/RecentFolders.tsx'
import { texts as folderTexts } from '../../platform/folder/texts.ts'
import { ChoiceTitle } from './Choices.tsx'
import { texts } from './texts.ts'

export interface FolderChoiceProps {
  /** As a person writes it, with `~` for the home. */
  readonly folder: string
  readonly onFolder: (folder: string) => void
}

/** Where the agent works. */
export function FolderChoice({ folder, onFolder }: FolderChoiceProps) {
  const { home } = useApp().me
  const threads = useView((view) => view.threads) ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="contents">
        <ChoiceTitle title={texts.folder} hint={folderTexts.hint} />
      </legend>
      <FolderField value={folder} onValue={onFolder} />
      <RecentFolders folders={recentFolders(threads)} home={home} chosen={folder} onChoose={onFolder} />
    </fieldset>
  )
}
