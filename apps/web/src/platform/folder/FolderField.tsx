import type { FolderLook } from '@countersign/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronUp, Folder, FolderOpen } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { lookAtFolder } from '../../data/api-files.ts'
import { useApp } from '../../data/context.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Said } from '../../ui/Said.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { isSample, shortPath } from './paths.ts'
import { texts } from './texts.ts'

export interface FolderFieldProps {
  readonly value: string
  readonly onValue: (path: string) => void
  /** Shows the subfolders from the start. */
  readonly open?: boolean
}

/** A path field that validates while the person types, with a folder browser as an alternative. */
export function FolderField({ value, onValue, open = false }: FolderFieldProps) {
  const { home } = useApp().me
  const id = useId()
  const [browsing, setBrowsing] = useState(open)
  const typed = useDeferredValue(value)
  const look = useQuery({
    queryKey: ['folder', typed],
    queryFn: ({ signal }) => valueOf(lookAtFolder(typed, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const known = look.data
  const go = (path: string): void => onValue(shortPath(path, home))
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex gap-2">
        <input
          aria-label={texts.path}
          aria-describedby={`${id}-says`}
          value={value}
          required
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          list={`${id}-names`}
          onChange={(event) => onValue(event.target.value)}
          className={`${fieldClass} flex-1 font-mono`}
        />
        <Button aria-expanded={browsing} onClick={() => setBrowsing(!browsing)}>
          <FolderOpen size={14} aria-hidden="true" />
          {browsing ? texts.close : texts.browse}
        </Button>
      </div>
      <datalist id={`${id}-names`}>
        {known?.names.map((name) => (
          <option key={name} value={shortPath(below(known.base, name), home)}>
            {name}
          </option>
        ))}
      </datalist>
      <p id={`${id}-says`} aria-live="polite" className="min-h-5 text-label">
        {known !== undefined && !look.isPlaceholderData && <Says look={known} />}
      </p>
      {browsing && known !== undefined && <Below look={known} home={home} onGo={go} />}
    </div>
  )
}

function Says({ look }: { look: FolderLook }) {
  if (look.problem !== null) {
    return (
      <span className="text-stop">
        <Said message={look.problem} />
      </span>
    )
  }
  const words = look.branch !== null ? texts.branch(look.branch) : look.git ? texts.git : texts.found
  return (
    <span className="flex items-center gap-2 text-clear">
      <Mark state="signed" size={14} tone="inherit" />
      {isSample(look.path) ? texts.sample : words}
    </span>
  )
}

function Below({ look, home, onGo }: { look: FolderLook; home: string; onGo: (path: string) => void }) {
  const { base, names, parent } = look
  return (
    <section
      aria-label={texts.inside(shortPath(base, home))}
      className="max-h-56 overflow-y-auto rounded-control border border-line bg-panel"
    >
      <ul>
        {parent !== null && (
          <li>
            <button type="button" onClick={() => onGo(parent)} className={ROW}>
              <ChevronUp size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
              {texts.up}
              <span className="ms-auto truncate font-mono text-hint text-ink-3">
                {shortPath(parent, home)}
              </span>
            </button>
          </li>
        )}
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => onGo(below(base, name))} className={ROW}>
              <Folder size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
              <span className="truncate">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {names.length === 0 && <p className="px-3 py-2 text-label text-ink-3">{texts.noFolders}</p>}
      {look.more && <p className="px-3 py-2 text-hint text-ink-3">{texts.more}</p>}
    </section>
  )
}

const ROW =
  'flex min-h-control w-full items-center gap-2 px-3 text-start text-label -outline-offset-2 hover:bg-ground'

function below(base: string, name: string): string {
  return base === '/' ? `/${name}` : `${base}/${name}`
}
