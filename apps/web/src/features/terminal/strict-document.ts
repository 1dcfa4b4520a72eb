const HTML = 'http://www.w3.org/1999/xhtml'

/**
 * The page's document for a library that writes style elements, which our content policy refuses. Its style sheets become constructed ones,
 * so the policy stays as strict as it is.
 */
export function strictDocument(page: Document): Document {
  const create = strictCreate(page)
  return new Proxy(page, {
    get(target, key): unknown {
      if (key === 'createElement') return create
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Runs code that requests elements from the page's own document although it was given another one. */
export function withStrictElements(page: Document, run: () => void): void {
  Object.defineProperty(page, 'createElement', { configurable: true, value: strictCreate(page) })
  try {
    run()
  } finally {
    Reflect.deleteProperty(page, 'createElement')
  }
}

/** Spans whose style is an attribute, which the policy refuses too, get it property by property, as scripts may. */
export function styleSpansByProperty(): void {
  const { prototype } = HTMLSpanElement
  if (Object.hasOwn(prototype, 'setAttribute')) return
  const written = Element.prototype.setAttribute
  prototype.setAttribute = function setAttribute(name, value) {
    if (name === 'style') this.style.cssText = value
    else written.call(this, name, value)
  }
}

function strictCreate(page: Document): (name: string) => Element {
  return (name) =>
    name === 'style' ? styleSheet(page, page.createElementNS(HTML, 'span')) : page.createElementNS(HTML, name)
}

/** An element whose text is a style sheet of the page while it is attached. */
function styleSheet(page: Document, element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet()
  const remove = element.remove.bind(element)
  element.hidden = true
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  Object.defineProperty(element, 'textContent', {
    set(text: string) {
      sheet.replaceSync(text)
    },
  })
  element.remove = () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((one) => one !== sheet)
    remove()
  }
  return element
}
