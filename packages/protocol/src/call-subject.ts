import type { CallView } from './calls.ts'

/** What rules match in a call, read from how it is shown: the same words for every client that tries a rule on a card. */
export type CallSubject =
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'path'; readonly paths: readonly { readonly asked: string }[] }
  | {
      readonly kind: 'url'
      readonly url: string
      /** Where else it leads, each decided alone; `builtin` is the shipped question about it. */
      readonly also?: readonly {
        readonly url: string
        readonly builtin?: '@submit' | '@download' | '@upload'
      }[]
    }
  | { readonly kind: 'text'; readonly text: string }

/** The subject of a call. */
export function callSubject({ body, specifier }: Pick<CallView, 'body' | 'specifier'>): CallSubject {
  switch (body.kind) {
    case 'shell':
      return { kind: 'shell', command: body.command }
    case 'write':
      return { kind: 'path', paths: [{ asked: body.path }] }
    case 'path':
      return { kind: 'path', paths: body.paths.map((asked) => ({ asked })) }
    case 'url':
      return { kind: 'url', url: body.url }
    case 'todo':
    case 'subtask':
    case 'arguments':
      return { kind: 'text', text: specifier }
    default:
      return body.kind === 'browser.action' ? inBrowser(body.data) : { kind: 'text', text: specifier }
  }
}

/** An action in the browser is about its page, about where a link leads, and about where a form or a file goes. */
function inBrowser({ action, url, to, sends }: Readonly<Record<string, unknown>>): CallSubject {
  const page = textOf(url)
  const link = textOf(to)
  const form = typeof sends === 'object' && sends !== null && 'url' in sends ? textOf(sends.url) : ''
  return {
    kind: 'url',
    url: page,
    also: [
      ...(link === '' || action !== 'click' ? [] : [{ url: link }]),
      ...(form === '' ? [] : [{ url: form, builtin: '@submit' as const }]),
      ...(action === 'download' ? [{ url: link || page, builtin: '@download' as const }] : []),
      ...(action === 'upload' ? [{ url: link || page, builtin: '@upload' as const }] : []),
    ],
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
