import type { ChangeCall, ChangedHunk, ChangedPath } from '@countersign/protocol'
import { Bot, Check, SquareTerminal, Undo2, User } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { useReader } from '../../platform/cards/use-reader.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { HunkDiff } from './HunkDiff.tsx'
import { digitsOf, signatureText } from './signature-text.ts'
import { texts } from './texts.ts'

export const AUTHOR_ICONS: Readonly<Record<ChangeCall['author'], LucideIcon>> = {
  agent: Bot,
  command: SquareTerminal,
  you: User,
}

export interface HunkActs {
  readonly onUndo: (back: boolean) => void
  readonly onKeep: (kept: boolean) => void
}

interface HunkCardProps extends HunkActs {
  readonly id: string
  readonly file: ChangedPath
  readonly hunk: ChangedHunk
  readonly call: ChangeCall | undefined
  readonly chosen: boolean
  /** Read-only. */
  readonly readOnly: boolean
  readonly onChoose: () => void
}

/** One hunk: its author, who allowed it, the lines, and the possible actions. */
export function HunkCard(props: HunkCardProps) {
  const { id, file, hunk, call, chosen, onChoose } = props
  const lines = texts.lines(hunk.line, Math.max(hunk.added, hunk.state === 'undone' ? hunk.removed : 0))
  const author = call?.author ?? 'agent'
  const quiet = hunk.state === 'undone' || hunk.state === 'replaced'
  const Icon = AUTHOR_ICONS[author]
  return (
    // Where the focus is, is what the keys of the list work on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={chosen ? 0 : -1}
      aria-label={texts.hunkName(texts.authors[author], file.path, lines)}
      data-change-row="hunk"
      data-state={hunk.state}
      aria-current={chosen ? 'true' : undefined}
      onFocus={onChoose}
      className={cx(
        'my-1 ms-5 me-3 overflow-clip rounded-control border bg-raised',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 ps-3 pe-1 pt-1 text-label">
        <span className={cx('flex items-center gap-2 font-semibold', quiet && 'text-ink-2')}>
          <Icon size={14} aria-hidden="true" />
          {texts.authors[author]}
        </span>
        <span className="text-hint text-ink-2">{lines}</span>
        <LineSums added={hunk.added} removed={hunk.removed} />
        <HunkButtons {...props} lines={lines} />
      </div>
      {call !== undefined && <SignedBy call={call} />}
      {!quiet && (
        <div className="border-t border-line">
          <HunkDiff path={file.path} lines={hunk} />
        </div>
      )}
    </article>
  )
}

function HunkButtons({ hunk, lines, readOnly, onUndo, onKeep, chosen }: HunkCardProps & { lines: string }) {
  const word = STATE_WORDS[hunk.state]
  return (
    <span className="ms-auto flex items-center gap-1">
      {word !== null && (
        <span
          className={cx(
            'flex items-center gap-1 px-1 text-hint',
            hunk.state === 'kept' ? 'text-clear' : 'text-ink-3',
          )}
        >
          {hunk.state === 'kept' && <Check size={14} aria-hidden="true" />}
          {word}
        </span>
      )}
      {!readOnly && hunk.state === 'undone' && hunk.can_return && (
        <Button kind="quiet" size="small" aria-label={texts.putBackHunk(lines)} onClick={() => onUndo(true)}>
          {texts.putBack}
        </Button>
      )}
      {!readOnly && (hunk.state === 'open' || hunk.state === 'kept') && (
        <>
          <Button
            size="small"
            kind={hunk.state === 'open' ? 'plain' : 'quiet'}
            aria-label={texts.undoHunk(lines)}
            onClick={() => onUndo(false)}
          >
            <Undo2 size={14} aria-hidden="true" />
            {texts.undo}
            {chosen && <Kbd keys="U" armed />}
          </Button>
          {hunk.state === 'open' && (
            <Button size="small" aria-label={texts.keepHunk(lines)} onClick={() => onKeep(true)}>
              <Check size={14} aria-hidden="true" />
              {texts.keep}
              {chosen && <Kbd keys="K" armed />}
            </Button>
          )}
        </>
      )}
    </span>
  )
}

const STATE_WORDS = {
  open: null,
  kept: texts.kept,
  undone: texts.undone,
  replaced: texts.replaced,
} as const

/** The call, and who or what allowed it. */
function SignedBy({ call }: { call: ChangeCall }) {
  const reader = useReader()
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 px-3 pb-1 text-hint text-ink-3" data-signature="">
      <span className={cx('min-w-0 flex-1 basis-32 truncate', call.author === 'command' && 'font-mono')}>
        <Visible text={call.author === 'command' ? call.subject : call.title} />
      </span>
      <span className="ms-auto">
        {call.author === 'you' ? texts.byHand : texts.countersigned}{' '}
        <span className="text-ink-2">
          <Visible text={signatureText(call, reader)} />
        </span>
      </span>
      <Link href={`/audit?call=${call.id}`} className="font-mono text-ink-3 no-underline hover:underline">
        {digitsOf(call)}
      </Link>
    </p>
  )
}

export function LineSums({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="font-mono text-hint whitespace-nowrap">
      <span className="text-clear">{texts.added(added)}</span>{' '}
      <span className="text-stop">{texts.removed(removed)}</span>
    </span>
  )
}
