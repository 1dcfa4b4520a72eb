import type { TerminalView as View, ThreadId } from '@countersign/protocol'
import { useEffect, useRef, useState } from 'react'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import type { LinkTarget } from './link-targets.ts'
import { SearchBar } from './SearchBar.tsx'
import { showTerminal, type ShownTerminal } from './shown-terminal.ts'
import { texts } from './texts.ts'

interface ScreenProps {
  readonly view: View
  readonly thread: ThreadId | null
  readonly readOnly: boolean
  readonly searching: boolean
  readonly onSearching: (is: boolean) => void
  /** It has ended, or no longer exists. */
  readonly onGone: () => void
}

/** The screen of a terminal, for as long as the pane is open. */
export function Screen({ view, thread, readOnly, searching, onSearching, onGone }: ScreenProps) {
  const { open } = useWorkbench()
  const host = useRef<HTMLDivElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<ShownTerminal | null>(null)
  const [connected, setConnected] = useState(true)
  const [ended, setEnded] = useState<number | null | undefined>(undefined)
  const [hovered, setHovered] = useState<LinkTarget | null>(null)
  const { terminal, title, kind } = view
  const latest = useRef({ open, onSearching, onGone })
  useEffect(() => {
    latest.current = { open, onSearching, onGone }
  })
  useEffect(() => {
    if (host.current === null) return
    const made = showTerminal({
      parent: host.current,
      terminal,
      thread,
      label: texts.screen(title),
      isPlain: kind !== 'yours' && !view.takes_input,
      readOnly,
      onLink: (target) => follow(target, latest.current.open),
      onHover: setHovered,
      onSearch: () => latest.current.onSearching(true),
      onLeave: () => after.current?.focus(),
      onConnected: setConnected,
      onEnded(code) {
        setEnded(code)
        latest.current.onGone()
      },
      onAbsent: () => latest.current.onGone(),
    })
    setShown(made)
    return () => made.dispose()
    // A new title does not make another terminal.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [terminal, thread, readOnly])
  return (
    <>
      {searching && shown !== null && (
        <SearchBar
          search={shown.search}
          onClose={() => {
            onSearching(false)
            shown.focus()
          }}
        />
      )}
      <div className="relative min-h-0 flex-1 overflow-clip bg-panel">
        <div ref={host} data-terminal={terminal} className="absolute inset-1.5" />
        {hovered !== null && (
          <p className="pointer-events-none absolute end-1 bottom-1 max-w-full truncate rounded-control border border-line bg-raised px-2 text-hint">
            {texts.linkHint(hovered.kind === 'url' ? hovered.url : hovered.path)}
          </p>
        )}
      </div>
      {/* The target when the focus leaves the terminal: the next Tab continues after it. */}
      <span ref={after} tabIndex={-1} className="sr-only">
        {title}
      </span>
      {!connected && ended === undefined && (
        <p role="status" className="border-t border-line px-3 py-1 text-hint text-ink-2">
          {texts.away}
        </p>
      )}
      {ended !== undefined && (
        <p role="status" className="border-t border-line px-3 py-1 text-hint text-ink-2">
          {texts.ended(ended)}
        </p>
      )}
    </>
  )
}

function follow(
  target: LinkTarget,
  open: (type: string, params: Readonly<Record<string, string>>) => void,
): void {
  if (target.kind === 'url') window.open(target.url, '_blank', 'noopener,noreferrer')
  else open('editor', { path: target.path, ...(target.line === '' ? {} : { line: target.line }) })
}
