/** Give it to what a person has just unfolded: it scrolls as far as it must to be seen. */
export function scrollToSee(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
