import type { ITheme } from '@xterm/xterm'

/** The page's colours for a terminal. Each of the sixteen is readable on the panel. */
export function terminalTheme(page: Document): ITheme {
  const style = getComputedStyle(page.documentElement)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const ink = colour('ink')
  const [red, green, yellow] = [colour('stop'), colour('clear'), colour('wait')]
  const [blue, magenta, cyan] = [colour('plan'), colour('auto'), colour('accent')]
  return {
    background: colour('panel'),
    foreground: ink,
    cursor: ink,
    cursorAccent: colour('panel'),
    selectionBackground: `${cyan}40`,
    scrollbarSliderBackground: `${colour('line-strong')}66`,
    scrollbarSliderHoverBackground: `${colour('line-strong')}aa`,
    scrollbarSliderActiveBackground: colour('line-strong'),
    black: ink,
    red,
    green,
    yellow,
    blue,
    magenta,
    cyan,
    white: colour('ink-2'),
    brightBlack: colour('ink-3'),
    brightRed: red,
    brightGreen: green,
    brightYellow: yellow,
    brightBlue: blue,
    brightMagenta: magenta,
    brightCyan: cyan,
    brightWhite: ink,
  }
}

/** Calls back when the page's colours change; returns a function that stops it. */
export function onThemeChange(page: Document, changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(page.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
  }
}
