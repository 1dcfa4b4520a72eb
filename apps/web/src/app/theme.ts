export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const NAME = 'countersign theme'

/** The theme that was chosen here; the system's choice is the default. */
export function readTheme(storage: Storage): Theme {
  try {
    const kept = storage.getItem(NAME)
    return THEMES.find((theme) => theme === kept) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme and keeps it, where the browser keeps anything. */
export function applyTheme(theme: Theme, root: HTMLElement, storage: Storage): boolean {
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.dataset['theme'] = theme
  try {
    storage.setItem(NAME, theme)
    return true
  } catch {
    return false
  }
}
