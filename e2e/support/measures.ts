/** Measures that run inside the page: pass them to `page.evaluate`. */

/** Controls below 44 pixels. A link in a sentence is as high as its line; a row of the call tree is as wide as the page. */
export function tooSmall(): readonly string[] {
  const wanted = 43.5
  /** Some targets extend beyond the visible element by an invisible pseudo-element. */
  const reachOf = (element: Element): { readonly width: number; readonly height: number } => {
    const { position, width, height } = getComputedStyle(element, '::after')
    const reaches = position === 'absolute'
    return reaches ? { width: parseFloat(width), height: parseFloat(height) } : { width: 0, height: 0 }
  }
  return [...document.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const boxes = [...[element, ...labels].map((one) => one.getBoundingClientRect()), reachOf(element)]
    const isHidden = boxes.every(({ width, height }) => width < 2 || height < 2)
    const isInText = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    if (isHidden || isInText) return []
    if (boxes.some(({ width, height }) => width >= wanted && height >= wanted)) return []
    const [box] = boxes
    const name = element.getAttribute('aria-label') ?? element.textContent
    return [`${element.tagName} ${name.slice(0, 40)}: ${box?.width} x ${box?.height}`]
  })
}

/** Content that cannot be seen: beyond the edge, or cut off without an ellipsis. */
export function outOfSight(): readonly string[] {
  const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : []
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width < 3 || box.height < 3 || element.closest('.truncate, [class*="overflow-x-auto"]') !== null)
      return []
    const isCut =
      (overflowX === 'hidden' &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 2) ||
      (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 3) ||
      box.right > window.innerWidth + 1
    return isCut ? [`${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`] : []
  })
  return [...wide, ...cut]
}
