import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { menuItemClass, MenuSurface } from '../ui/Menu.tsx'
import { modeLook, MODES } from './modes.ts'
import type { ModeLook } from './modes.ts'
import { Rail } from './Rail.tsx'
import { texts } from './texts.ts'

export interface ModeMenuProps {
  readonly mode: string
  readonly onChoose: (mode: string) => void
  readonly triggerId?: string
}

/** Which calls ask. The server's row is the truth: choosing here only asks for it. */
export function ModeMenu({ mode, onChoose, triggerId }: ModeMenuProps) {
  const active = modeLook(mode)
  const modes = MODES.some((other) => other.id === mode) ? MODES : [...MODES, active]
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        id={triggerId}
        aria-label={texts.mode(active.label)}
        className="flex min-h-control items-center gap-2 rounded-control px-2 text-label font-semibold hover:bg-ground"
      >
        <Dot look={active} />
        {active.label}
        <ChevronDown size={14} aria-hidden="true" className="text-ink-3" />
      </Menu.Trigger>
      <MenuSurface side="top">
        <Menu.RadioGroup
          value={mode}
          onValueChange={(value: unknown) => typeof value === 'string' && onChoose(value)}
        >
          {modes.map((look) => (
            <Menu.RadioItem key={look.id} value={look.id} closeOnClick className={menuItemClass}>
              <span className="flex items-center gap-2">
                <Dot look={look} />
                <span className="font-semibold">{look.label}</span>
                <Menu.RadioItemIndicator>
                  <Check size={14} aria-hidden="true" />
                </Menu.RadioItemIndicator>
                <code className="ms-auto ps-6 font-mono text-hint text-ink-3">{look.id}</code>
              </span>
              <span className="text-hint text-ink-2">{look.line}</span>
              <Rail mode={look.id} short />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuSurface>
    </Menu.Root>
  )
}

function Dot({ look }: { look: ModeLook }) {
  return <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full bg-current ${look.colour}`} />
}
