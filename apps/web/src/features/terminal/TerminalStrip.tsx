import type { TerminalView } from '@countersign/protocol'
import { Eye, EyeOff, Plus, Search, Square } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

interface StripProps {
  readonly view: TerminalView
  /** What went wrong last. */
  readonly said: string | null
  readonly readOnly: boolean
  /** Null: there is no thread to share it with. */
  readonly onShare: ((shared: boolean) => void) | null
  readonly onSearch: () => void
  readonly onAdd: (() => void) | null
  readonly onEnd: (() => void) | null
}

/** Shows the owner of a terminal and who sees it. */
export function TerminalStrip({ view, said, readOnly, onShare, onSearch, onAdd, onEnd }: StripProps) {
  const { kind, shared } = view
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-line ps-3 pe-1">
      <span role="status" className="min-w-0 flex-1 text-hint text-ink-2">
        {said === null ? whose(view) : <span className="text-stop">{said}</span>}
      </span>
      {kind === 'yours' && onShare !== null && !readOnly && (
        <Button kind="quiet" aria-pressed={shared} onClick={() => onShare(!shared)}>
          {shared ? <Eye size={14} aria-hidden="true" /> : <EyeOff size={14} aria-hidden="true" />}
          {shared ? texts.unshare : texts.share}
        </Button>
      )}
      <Act icon={Search} label={texts.search} onPress={onSearch} />
      {onAdd !== null && !readOnly && <Act icon={Plus} label={texts.add} onPress={onAdd} />}
      {onEnd !== null && !readOnly && <Act icon={Square} label={texts.end} onPress={onEnd} />}
    </div>
  )
}

function whose({ kind, shared, takes_input }: TerminalView): string {
  switch (kind) {
    case 'yours':
      return shared ? texts.yoursShared : texts.yours
    case 'agent':
      return takes_input ? texts.agent : texts.agentMute
    case 'command':
      return texts.command
  }
}

function Act(props: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <Button kind="quiet" size="icon" aria-label={props.label} title={props.label} onClick={props.onPress}>
      <props.icon size={14} aria-hidden="true" />
    </Button>
  )
}
