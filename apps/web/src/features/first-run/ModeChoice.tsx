import type { ForbiddenMode } from '../../data/api.ts'
import { whyForbidden } from '../../platform/modes/ModeMenu.tsx'
import { MODES } from '../../platform/modes/modes.ts'
import { Choice, Choices } from './Choices.tsx'
import { texts } from './texts.ts'

export interface ModeChoiceProps {
  readonly mode: string
  readonly forbidden: readonly ForbiddenMode[]
  readonly onMode: (mode: string) => void
}

/** How much runs without being asked about. */
export function ModeChoice({ mode, forbidden, onMode }: ModeChoiceProps) {
  const refused = MODES.filter(({ id }) => forbidden.some((other) => other.mode === id))
  return (
    <Choices
      title={texts.mode}
      chosen={MODES.find(({ id }) => id === mode)?.line}
      hint={[...refused.map((look) => whyForbidden(look, forbidden)), texts.modeHint].join(' ')}
    >
      {MODES.map((look) => {
        const isForbidden = refused.includes(look)
        return (
          <Choice
            key={look.id}
            name="mode"
            label={look.label}
            hint={isForbidden ? whyForbidden(look, forbidden) : look.line}
            checked={mode === look.id}
            disabled={isForbidden}
            onChoose={() => onMode(look.id)}
          />
        )
      })}
    </Choices>
  )
}
