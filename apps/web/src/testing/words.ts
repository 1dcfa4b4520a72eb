/** The strings of `wanted` that an element does not contain, ignoring line breaks and markup. */
export function unsaid(element: Element, wanted: readonly string[]): readonly string[] {
  const said = squeeze(element.textContent ?? '')
  return wanted.filter((words) => !said.includes(squeeze(words)))
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
