import type { CallView } from './calls.ts'

/** The text of a call that rules match, derived from its view, so that every client tries rules against the same text. */
export type CallSubject =
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'path'; readonly paths: readonly { readonly asked: string }[] }
  | { readonly kind: 'url'; readonly url: string }
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
    default:
      return { kind: 'text', text: specifier }
  }
}
