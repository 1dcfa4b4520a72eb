import { useSyncExternalStore } from 'react'
import type { DiagramColours } from './render-diagram.ts'

/** The page's colours for an image that is drawn outside the page; updated when the theme changes. */
export function useColours(): DiagramColours {
  const theme = useSyncExternalStore(onThemeChange, themeNow)
  return JSON.parse(theme) as DiagramColours // themeNow wrote this string
}

function themeNow(): string {
  const style = window.getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const colours: DiagramColours = {
    bg: token('raised'),
    fg: token('ink'),
    line: token('line-strong'),
    accent: token('accent'),
    muted: token('ink-2'),
    surface: token('panel'),
    border: token('line-strong'),
  }
  return JSON.stringify(colours)
}

function onThemeChange(changed: () => void): () => void {
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}
