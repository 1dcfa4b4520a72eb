import type { Effort } from '@countersign/protocol'
import { Brain, Check } from 'lucide-react'
import { DropMenu } from '../../../ui/DropMenu.tsx'
import { texts } from './texts.ts'

export interface EffortMenuProps {
  /** Null: the model's default. */
  readonly effort: Effort | null
  readonly onChoose: (effort: Effort | null) => void
}

const CHOICES = [null, 'low', 'medium', 'high'] as const

/** The effort of a reasoning model, from the next turn on. */
export function EffortMenu({ effort, onChoose }: EffortMenuProps) {
  return (
    <DropMenu
      look="text"
      side="top"
      label={texts.effort(texts.efforts[effort ?? 'default'])}
      trigger={
        <>
          <Brain size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
          {effort !== null && <span className="text-ink-3">{texts.efforts[effort]}</span>}
        </>
      }
      note={texts.effortHint}
      value={effort ?? 'default'}
      entries={CHOICES.map((choice) => ({
        key: choice ?? 'default',
        onChoose: () => onChoose(choice),
        content: (
          <span className="flex items-center gap-2">
            {texts.efforts[choice ?? 'default']}
            {choice === effort && <Check size={14} aria-hidden="true" />}
          </span>
        ),
      }))}
    />
  )
}
