import { keep, readKept } from '../data/browser-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const NAME = 'countersign theme'

/** The theme that was chosen here; the system's choice is the default. */
export function readTheme(storage: Storage): Theme {
  const kept = readKept(storage, NAME, null)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

/** Applies a theme and stores it, if the browser allows storage. */
export function applyTheme(theme: Theme, root: HTMLElement, storage: Storage): boolean {
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.dataset['theme'] = theme
  return keep(storage, NAME, theme)
}
