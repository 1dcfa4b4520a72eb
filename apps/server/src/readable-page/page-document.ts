import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'

/** The part of a document that is used here: the packages' own types need those of a browser. */
export interface PageElement {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
}

export interface PageDocument {
  readonly title: string
  readonly body: PageElement
  querySelectorAll(selector: string): Iterable<PageElement> & { readonly length: number }
}

interface Article {
  readonly title?: string | null
  readonly content?: string | null
}

interface MarkdownMaker {
  remove(names: readonly string[]): void
  addRule(
    name: string,
    rule: { readonly filter: string; replacement(text: string, node: PageElement): string },
  ): void
  turndown(node: PageElement): string
}

/** Parses HTML into a document; runs and fetches nothing. */
export function parsePage(html: string): PageDocument {
  const parse = parseHTML as unknown as (text: string) => { readonly document: PageDocument } // only the types differ, as explained above
  return parse(html).document
}

/** The article of a page; changes the document. Null: it has none. */
export function readArticle(document: PageDocument, options: { readonly elements: number }): Article | null {
  type Reader = new (page: PageDocument, options: object) => { parse(): Article | null }
  const reader = new (Readability as unknown as Reader)(document, { maxElemsToParse: options.elements }) // only the types differ, as explained above
  return reader.parse()
}

export function markdownMaker(): MarkdownMaker {
  const service: unknown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  return service as MarkdownMaker // only the types differ, as explained above
}
