import { ChevronDown, FolderOpen } from 'lucide-react'
import { useApp } from '../../data/context.ts'
import { folderName, shortPath } from './paths.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { texts } from './texts.ts'
import type { Project } from './use-project.ts'

/** The project whose own files are shown, and the others. */
export function ProjectMenu({ project }: { project: Project }) {
  const { folder, known } = project
  return folder === undefined || known.length < 2 ? null : <Projects {...project} folder={folder} />
}

function Projects({ folder, known, choose }: Project & { readonly folder: string }) {
  const { me } = useApp()
  return (
    <DropMenu
      look="text"
      trigger={
        <>
          <FolderOpen size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
          <span className="sr-only">{texts.project}</span>
          <span className="font-semibold">{folderName(folder)}</span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
      value={folder}
      entries={known.map((one) => ({
        key: one,
        onChoose: () => choose(one),
        content: (
          <span className="flex min-w-0 items-baseline gap-2">
            <span>{folderName(one)}</span>
            <span className="max-w-72 truncate font-mono text-hint text-ink-3">
              {shortPath(one, me.home)}
            </span>
          </span>
        ),
      }))}
    />
  )
}
