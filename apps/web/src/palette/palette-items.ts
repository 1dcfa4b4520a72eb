/** One thing that can be done or gone to. Nothing here answers a card. */
export interface PaletteItem {
  readonly id: string
  readonly group: 'go' | 'chat' | 'do'
  readonly label: string
  readonly hint: string
  readonly run: () => void
}

/** Most that is shown at once. */
const SHOWN = 40

/** What fits the words, in the order of the list; what begins with them first. */
export function matching(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const fits = items.filter(({ label, hint }) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
  )
  const first = words.join(' ')
  const begins = (item: PaletteItem): boolean => first !== '' && item.label.toLowerCase().startsWith(first)
  return [...fits.filter(begins), ...fits.filter((item) => !begins(item))].slice(0, SHOWN)
}
