import {
  markdownMaker,
  parsePage,
  readArticle,
  type PageDocument,
  type PageElement,
} from './page-document.ts'

export interface ReadablePage {
  readonly title: string
  readonly text: string
}

/** Limits of a page that is parsed, in characters and in elements; a longer one is cut first. */
const PAGE_LIMIT = 2_000_000
const ELEMENT_LIMIT = 50_000

/** The readable part of a page as Markdown: its article if it has one, otherwise everything but scripts, styles and menus. */
export function readablePage(source: string, url: string): ReadablePage {
  const html = wholePage(source.slice(0, PAGE_LIMIT))
  const article = articleOf(html)
  if (article) return { title: article.title, text: markdown(pageOf(article.content, url).body) }
  const page = pageOf(html, url)
  return { title: page.title.trim(), text: markdown(page.body) }
}

/** A fragment has no body of its own. */
function wholePage(html: string): string {
  return /<body[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
}

function articleOf(html: string): { readonly title: string; readonly content: string } | undefined {
  const document = parsePage(html)
  if (document.querySelectorAll('*').length > ELEMENT_LIMIT) return undefined
  const article = readArticle(document, { elements: ELEMENT_LIMIT })
  const content = article?.content ?? ''
  return content === '' ? undefined : { title: (article?.title ?? '').trim(), content: wholePage(content) }
}

/** A document with absolute addresses, without unreadable elements. */
function pageOf(html: string, url: string): PageDocument {
  const document = parsePage(html)
  for (const element of document.querySelectorAll('script,style,noscript,template,iframe,svg,canvas'))
    element.remove()
  for (const link of document.querySelectorAll('a[href]')) setWholeAddress(link, url)
  return document
}

function setWholeAddress(link: PageElement, url: string): void {
  const target = link.getAttribute('href') ?? ''
  const whole = URL.canParse(target, url) ? new URL(target, url) : undefined
  if (whole?.protocol === 'http:' || whole?.protocol === 'https:') link.setAttribute('href', whole.href)
  else link.removeAttribute('href')
}

function markdown(body: PageElement): string {
  const maker = markdownMaker()
  maker.remove(['form', 'button', 'nav', 'footer', 'aside'])
  maker.addRule('images', {
    filter: 'img',
    replacement: (_text, node) => {
      const text = node.getAttribute('alt') ?? ''
      return text === '' ? '' : `[image: ${text}]`
    },
  })
  return maker
    .turndown(body)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
