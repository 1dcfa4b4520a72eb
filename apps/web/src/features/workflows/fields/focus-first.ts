/** Ref for the first field of something opened to type into: it takes the focus when it appears. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus()
}
