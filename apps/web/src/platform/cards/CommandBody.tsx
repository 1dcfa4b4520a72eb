import type { FoundFile, PartView } from '@countersign/protocol'
import { alwaysAsks } from '@countersign/protocol/client'
import { cx } from '../../ui/cx.ts'
import { copyExact } from '../../ui/exact-copy.ts'
import { WholeWords } from '../../ui/WholeWords.tsx'
import type { BodyLook } from '../body.ts'
import { commandSegments } from './command-segments.ts'
import { PartRows } from './PartRows.tsx'

const NOTHING: readonly FoundFile[] = []

export interface CommandBodyProps {
  readonly command: string
  readonly parts: readonly PartView[]
  readonly locked: boolean
  /** The existing files that the command would write or remove. */
  readonly found?: readonly FoundFile[]
  readonly look?: BodyLook
}

/** A shell command as written; each part is underlined in the style of its verdict. */
export function CommandBody({ command, parts, locked, found = NOTHING, look = 'preview' }: CommandBodyProps) {
  // A command that could not be parsed is shown as a single part.
  const segments = parts.length === 0 ? [] : commandSegments(command, parts)
  return (
    <div className="rounded-control border border-line bg-ground">
      <pre className="px-3 py-2 font-mono text-command whitespace-pre-wrap" data-exact="" onCopy={copyExact}>
        <span aria-hidden="true" className="text-ink-3 select-none">
          {'$ '}
        </span>
        {parts.length === 0 && (
          <span className={underline('ask', { locked, waits: look === 'waits' })}>
            <WholeWords text={command} />
          </span>
        )}
        {segments.map((segment, index) => {
          const part = segment.part === null ? undefined : parts[segment.part]
          return (
            <span
              key={index}
              className={
                part === undefined
                  ? 'text-ink-3'
                  : underline(part.verdict, { locked: alwaysAsks(part), waits: look === 'waits' })
              }
            >
              <WholeWords text={segment.text} />
            </span>
          )
        })}
      </pre>
      {parts.length + found.length > 0 && (
        <div className="mx-3 border-t border-line py-2">
          <PartRows parts={parts} found={found} look={look} />
        </div>
      )}
    </div>
  )
}

/** The line style shows the verdict without colour: single, single on a tint, or double. Amber is reserved for calls that wait. */
function underline(verdict: PartView['verdict'], look: { locked: boolean; waits: boolean }): string {
  const common = 'underline underline-offset-4 decoration-2'
  switch (verdict) {
    case 'run':
      return `${common} decoration-clear`
    case 'block':
      return cx(common, 'decoration-stop decoration-double', look.waits && 'bg-stop-bg')
    case 'ask':
      if (!look.waits) return `${common} decoration-line-strong`
      return look.locked ? `${common} decoration-stop bg-stop-bg` : `${common} decoration-wait bg-wait-bg`
  }
}
