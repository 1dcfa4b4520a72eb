/** What of `wanted` an element does not say. Where its lines and marks break does not matter. */
export function unsaid(element: Element, wanted: readonly string[]): readonly string[] {
  const said = squeeze(element.textContent ?? '')
  return wanted.filter((words) => !said.includes(squeeze(words)))
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
