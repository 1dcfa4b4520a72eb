import type { FoundFile, PartView } from '@countersign/protocol'
import { cx } from '../ui/cx.ts'
import { copyExact } from '../ui/exact-copy.ts'
import { Visible } from '../ui/Visible.tsx'
import type { BodyLook } from './body-look.ts'
import { commandSegments } from './command-segments.ts'
import { PartRows } from './PartRows.tsx'

const NOTHING: readonly FoundFile[] = []

export interface CommandBodyProps {
  readonly command: string
  readonly parts: readonly PartView[]
  readonly locked: boolean
  /** What is there of the files that it would write or remove. */
  readonly found?: readonly FoundFile[]
  readonly look?: BodyLook
}

/** A shell command as written, each part underlined by what policy says of it. */
export function CommandBody({ command, parts, locked, found = NOTHING, look = 'preview' }: CommandBodyProps) {
  // A command that was not taken apart is one part.
  const segments = parts.length === 0 ? [] : commandSegments(command, parts)
  return (
    <div className="rounded-control border border-line bg-ground">
      <pre className="px-3 py-2 font-mono text-command whitespace-pre-wrap" data-exact="" onCopy={copyExact}>
        <span aria-hidden="true" className="text-ink-3 select-none">
          {'$ '}
        </span>
        {parts.length === 0 && (
          <span className={underline('ask', { locked, waits: look === 'waits' })}>
            <Words text={command} />
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
                  : underline(part.verdict, { locked, waits: look === 'waits' })
              }
            >
              <Words text={segment.text} />
            </span>
          )
        })}
      </pre>
      {parts.length + found.length > 0 && (
        <div className="mx-3 border-t border-line py-2">
          <PartRows parts={parts} locked={locked} found={found} look={look} />
        </div>
      )}
    </div>
  )
}

/** The form of the line says the verdict without colour: single, single on a tint, double. Amber is for what waits. */
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

/** Longer than this and a word may be broken where the line ends; else only at its spaces. */
const KEEP_WHOLE = 32

/**
 * Browsers like to break at hyphens; `npm publish --` on one line and `dry-run` on the next reads as two things. Words of
 * a script that runs from right to left stay in their place among the others.
 */
function Words({ text }: { text: string }) {
  return text
    .split(/(\s+)/)
    .flatMap(keptWhole)
    .map((word, index) =>
      word.trim() === '' || word.length > KEEP_WHOLE ? (
        <Visible key={index} text={word} />
      ) : (
        <span key={index} className="whitespace-nowrap [unicode-bidi:isolate]">
          <Visible text={word} />
        </span>
      ),
    )
}

/** An option stays whole before a value that cannot: `--` alone at the end of a line reads as something else. */
function keptWhole(word: string): readonly string[] {
  const option = word.length > KEEP_WHOLE ? /^--?[\w-]{1,30}=?/.exec(word)?.[0] : undefined
  return option === undefined ? [word] : [option, word.slice(option.length)]
}
