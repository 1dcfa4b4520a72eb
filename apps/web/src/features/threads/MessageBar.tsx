import type { MessageView, TurnId } from '@countersign/protocol'
import { ChevronLeft, ChevronRight, Pencil, RefreshCw } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { fetchMessage } from '../../data/whole.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { late } from '../../ui/lazy.ts'
import { texts } from './message-texts.ts'

const ReadAloud = late(async () => ({ default: (await import('./ReadAloud.tsx')).ReadAloud }))

/** The actions on the messages of a thread. */
export interface MessageActions {
  /** The message that is being edited; null: none. */
  readonly editing: { readonly id: MessageView['id']; readonly text: string } | null
  readonly onEdit: (message: MessageView) => void
  readonly onCancelEdit: () => void
  readonly onResend: (turn: TurnId, text: string) => void
  readonly onRegenerate: (turn: TurnId) => void
  readonly onChoose: (turn: TurnId) => void
}

/** The buttons of a message: visible on hover or focus, and always on a touch screen or if there are branches. */
function Bar({ always, children }: { always: boolean; children: ReactNode }) {
  return (
    <div
      data-message-bar=""
      className={cx(
        '-ms-2 -mb-4 flex min-h-6 flex-wrap items-center gap-1 font-normal',
        !always && 'opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 coarse:opacity-100',
      )}
    >
      {children}
    </div>
  )
}

interface PersonBarProps {
  readonly message: MessageView
  /** The turn that it began, and the turns that branch off at the same place. */
  readonly branches: readonly TurnId[]
  readonly actions: MessageActions
}

export function PersonBar({ message, branches, actions }: PersonBarProps) {
  const { turn_id } = message
  return (
    <Bar always={branches.length > 1}>
      {turn_id !== null && branches.length > 1 && (
        <BranchSwitch turn={turn_id} branches={branches} onChoose={actions.onChoose} />
      )}
      <CopyMessage message={message} />
      {turn_id !== null && (
        <Button
          kind="quiet"
          size="small"
          aria-label={texts.editOf(message.text)}
          title={texts.editHint}
          onClick={() => actions.onEdit(message)}
        >
          <Pencil size={14} aria-hidden="true" />
          {texts.edit}
        </Button>
      )}
    </Bar>
  )
}

interface AgentBarProps {
  readonly message: MessageView
  /** The turn that can be answered again; null: it still runs, or it continued after this. */
  readonly regenerates: TurnId | null
  readonly actions: MessageActions
}

export function AgentBar({ message, regenerates, actions }: AgentBarProps) {
  return (
    <Bar always={false}>
      <CopyMessage message={message} />
      <Suspense>
        <ReadAloud message={message} />
      </Suspense>
      {regenerates !== null && (
        <Button
          kind="quiet"
          size="small"
          title={texts.regenerateHint}
          onClick={() => actions.onRegenerate(regenerates)}
        >
          <RefreshCw size={14} aria-hidden="true" />
          {texts.regenerate}
        </Button>
      )}
    </Bar>
  )
}

/** The complete text, even if the page only has its beginning. */
function CopyMessage({ message }: { message: MessageView }) {
  const whole = async (): Promise<string> => {
    const read = await fetchMessage(message.id)
    return read.ok ? read.value.text : message.text
  }
  return (
    <CopyButton
      size="small"
      title={texts.copyMessage}
      text={message.bytes === undefined ? message.text : whole}
    />
  )
}

interface BranchSwitchProps {
  readonly turn: TurnId
  readonly branches: readonly TurnId[]
  readonly onChoose: (turn: TurnId) => void
}

/** ‹ 2 of 3 › */
function BranchSwitch({ turn, branches, onChoose }: BranchSwitchProps) {
  const at = branches.indexOf(turn)
  const [before, after] = [branches[at - 1], branches[at + 1]]
  return (
    <span role="group" aria-label={texts.branchLabel} className="flex items-center text-hint text-ink-2">
      <Button
        kind="quiet"
        size="small"
        aria-label={texts.previousBranch}
        disabled={before === undefined}
        onClick={() => before !== undefined && onChoose(before)}
      >
        <ChevronLeft size={14} aria-hidden="true" />
      </Button>
      <span className="tabular-nums">{texts.branch(at + 1, branches.length)}</span>
      <Button
        kind="quiet"
        size="small"
        aria-label={texts.nextBranch}
        disabled={after === undefined}
        onClick={() => after !== undefined && onChoose(after)}
      >
        <ChevronRight size={14} aria-hidden="true" />
      </Button>
    </span>
  )
}
