import type { ForbiddenMode } from '../../data/api.ts'
import { whyForbidden } from '../../platform/modes/ModeMenu.tsx'
import { ModeRail } from '../../platform/modes/ModeRail.tsx'
import { MODES } from '../../platform/modes/modes.ts'
import { Choice, Choices } from './Choices.tsx'
import { texts } from './texts.ts'

export interface ModeChoiceProps {
  readonly mode: string
  readonly forbidden: readonly ForbiddenMode[]
  readonly onMode: (mode: string) => void
}

/** How much runs without asking. */
export function ModeChoice({ mode, forbidden, onMode }: ModeChoiceProps) {
  return (
    <Choices title={texts.mode} hint={texts.modeHint}>
      {MODES.map((look) => {
        const isForbidden = forbidden.some((other) => other.mode === look.id)
        return (
          <Choice
            key={look.id}
            name="mode"
            label={look.label}
            hint={isForbidden ? whyForbidden(look, forbidden) : look.line}
            ornament={<ModeRail mode={look.id} />}
            checked={mode === look.id}
            disabled={isForbidden}
            onChoose={() => onMode(look.id)}
          />
        )
      })}
    </Choices>
  )
}
