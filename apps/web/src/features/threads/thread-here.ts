/** The thread with the focus; otherwise the first on the page. */
export function threadHere(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-thread-page]') ??
    document.querySelector<HTMLElement>('[data-thread-page]')
  )
}
