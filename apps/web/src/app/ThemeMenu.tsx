import { Check, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { DropMenu } from '../ui/DropMenu.tsx'
import { texts } from './texts.ts'
import { applyTheme, readTheme, THEMES } from './theme.ts'
import type { Theme } from './theme.ts'

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(() => readTheme(window.localStorage))
  const choose = (next: Theme): void => {
    setTheme(next)
    applyTheme(next, document.documentElement, window.localStorage)
  }
  return (
    <DropMenu
      look="icon"
      label={texts.theme}
      trigger={<SunMoon size={16} aria-hidden="true" />}
      value={theme}
      entries={THEMES.map((other) => ({
        key: other,
        onChoose: () => choose(other),
        content: (
          <span className="flex items-center gap-2">
            {texts.themes[other]}
            {other === theme && <Check size={14} aria-hidden="true" className="ms-auto" />}
          </span>
        ),
      }))}
    />
  )
}
