const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
}

/** Elements whose content is not visible. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'ul',
  'ol',
  'table',
  'tr',
  'blockquote',
  'nav',
  'aside',
  'figure',
  'form',
])
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  code: '`',
  del: '~~',
  s: '~~',
}

/** A small single-pass converter from HTML to Markdown. */
export function htmlToMarkdown(html: string): string {
  const out: string[] = []
  const links: string[] = []
  const lists: { readonly ordered: boolean; count: number }[] = []
  let hidden: string | undefined
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (hidden === undefined)
      out.push(decoded(html.slice(at, open === -1 ? undefined : open)).replaceAll(/\s+/g, ' '))
    if (open === -1) break
    const tag = tagAt(html, open)
    at = tag.end
    if (hidden !== undefined) {
      if (tag.isEnd && tag.name === hidden) hidden = undefined
      continue
    }
    if (HIDDEN.has(tag.name) && !tag.isEnd && !tag.isEmpty) hidden = tag.name
    else out.push(markdownOf(tag, links, lists))
  }
  return out
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly attributes: string
  readonly end: number
}

function tagAt(html: string, open: number): Tag {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open)
    return {
      name: '!',
      isEnd: false,
      isEmpty: true,
      attributes: '',
      end: close === -1 ? html.length : close + 3,
    }
  }
  const close = html.indexOf('>', open)
  const end = close === -1 ? html.length : close + 1
  const inside = html.slice(open + 1, close === -1 ? undefined : close)
  const isEnd = inside.startsWith('/')
  const name = /^[A-Za-z][A-Za-z\d]*/.exec(isEnd ? inside.slice(1) : inside)?.[0].toLowerCase() ?? '!'
  return { name, isEnd, isEmpty: inside.endsWith('/'), attributes: inside, end }
}

function markdownOf(
  tag: Tag,
  links: string[],
  lists: { readonly ordered: boolean; count: number }[],
): string {
  const { name, isEnd } = tag
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading !== undefined) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(heading))} `
  if (name === 'br') return '\n'
  if (name === 'hr') return '\n\n---\n\n'
  if (name === 'pre') return isEnd ? '\n```\n\n' : '\n\n```\n'
  if (name === 'a') {
    if (isEnd) {
      const target = links.pop() ?? ''
      return target === '' ? '' : `](${target})`
    }
    const target = attribute(tag, 'href')
    links.push(target)
    return target === '' ? '' : '['
  }
  if (name === 'img') return `![${attribute(tag, 'alt')}](${attribute(tag, 'src')})`
  if (name === 'li') return isEnd ? '' : itemMark(lists)
  if (name === 'ul' || name === 'ol') {
    if (isEnd) lists.pop()
    else lists.push({ ordered: name === 'ol', count: 0 })
  }
  if (name === 'td' || name === 'th') return isEnd ? ' | ' : ''
  if (BLOCKS.has(name)) return '\n\n'
  return MARKS[name] ?? ''
}

function itemMark(lists: { readonly ordered: boolean; count: number }[]): string {
  const list = lists.at(-1)
  if (list?.ordered !== true) return '\n- '
  list.count += 1
  return `\n${list.count}. `
}

function attribute({ attributes }: Tag, name: string): string {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '')
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([\dA-Fa-f]{1,6})|#(\d{1,7})|([A-Za-z]{2,8}));/g,
    (whole, hex?: string, code?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const point = hex === undefined ? Number(code) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
    },
  )
}
