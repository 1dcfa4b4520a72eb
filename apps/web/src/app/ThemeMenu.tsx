import { Menu } from '@base-ui/react/menu'
import { Check, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { menuItemClass, MenuSurface } from '../ui/Menu.tsx'
import { texts } from './texts.ts'
import { applyTheme, readTheme, THEMES } from './theme.ts'
import type { Theme } from './theme.ts'

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(() => readTheme(window.localStorage))
  const choose = (next: unknown): void => {
    const known = THEMES.find((other) => other === next)
    if (known === undefined) return
    setTheme(known)
    applyTheme(known, document.documentElement, window.localStorage)
  }
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<Button kind="quiet" size="icon" aria-label={texts.theme} title={texts.theme} />}>
        <SunMoon size={16} aria-hidden="true" />
      </Menu.Trigger>
      <MenuSurface>
        <Menu.RadioGroup value={theme} onValueChange={choose}>
          {THEMES.map((other) => (
            <Menu.RadioItem key={other} value={other} closeOnClick className={menuItemClass}>
              <span className="flex items-center gap-2">
                {texts.themes[other]}
                <Menu.RadioItemIndicator className="ms-auto">
                  <Check size={14} aria-hidden="true" />
                </Menu.RadioItemIndicator>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuSurface>
    </Menu.Root>
  )
}
