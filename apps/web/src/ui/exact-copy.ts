/**
 * Copies the text that a selection represents rather than its rendering: badges become the characters they show, and decorations are
 * omitted. Returns false if nothing in it was rendered differently, so that the browser's own copy is right.
 */
export function copyExact(event: { readonly clipboardData: DataTransfer; preventDefault(): void }): boolean {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return false
  const part = selection.getRangeAt(0).cloneContents()
  const badges = part.querySelectorAll<HTMLElement>('[data-hidden-character]')
  if (badges.length === 0) return false
  for (const badge of badges) badge.replaceWith(characterOf(badge.dataset['hiddenCharacter'] ?? ''))
  for (const ornament of part.querySelectorAll('[aria-hidden="true"]')) ornament.remove()
  event.clipboardData.setData('text/plain', part.textContent)
  event.preventDefault()
  return true
}

/** The character that `U+202E` names. */
function characterOf(name: string): string {
  const code = Number.parseInt(name.slice(2), 16)
  return Number.isNaN(code) ? '' : String.fromCodePoint(code)
}
