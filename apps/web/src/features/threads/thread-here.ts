/** The chat that the person is in; else the first on the page. */
export function threadHere(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-thread-page]') ??
    document.querySelector<HTMLElement>('[data-thread-page]')
  )
}
