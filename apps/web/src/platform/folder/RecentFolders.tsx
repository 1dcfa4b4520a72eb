import { Folder } from 'lucide-react'
import { folderName, isSample, shortPath } from './paths.ts'
import { texts } from './texts.ts'

export interface RecentFoldersProps {
  readonly folders: readonly string[]
  readonly home: string
  /** The currently chosen folder, as written. */
  readonly chosen: string
  readonly onChoose: (folder: string) => void
}

/** Recently used projects, the latest first. */
export function RecentFolders({ folders, home, chosen, onChoose }: RecentFoldersProps) {
  if (folders.length === 0) return null
  return (
    <section aria-label={texts.recent} className="rounded-control border border-line bg-panel">
      <p className="border-b border-line px-3 py-1 text-hint text-ink-3">{texts.recent}</p>
      <ul className="divide-y divide-line">
        {folders.map((path) => {
          const short = shortPath(path, home)
          return (
            <li key={path}>
              <button
                type="button"
                aria-pressed={short === chosen}
                onClick={() => onChoose(short)}
                className="flex min-h-9.5 w-full coarse:min-h-control items-center gap-2 px-3 text-start text-label -outline-offset-2 hover:bg-ground aria-pressed:bg-ground"
              >
                <Folder size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
                <span className="shrink-0 font-semibold">{folderName(path)}</span>
                <span className="min-w-0 truncate font-mono text-hint text-ink-3">
                  {isSample(path) ? texts.sample : short}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
