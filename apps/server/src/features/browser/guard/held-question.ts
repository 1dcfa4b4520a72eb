import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import { plainText } from '../../../tools/plain-text.ts'

export const HeldRequest = z.object({
  method: z.string(),
  url: z.string(),
  page: z.string(),
  bytes: z.number(),
  body: z.string(),
})
export type HeldRequest = z.infer<typeof HeldRequest>

/** A request of a page that nobody countersigned. Only a person can answer; models do not have this tool. */
export const heldQuestion: Tool = defineTool({
  name: 'browser_request',
  description: 'Asks the person whether a page may send a request that changes something.',
  input: HeldRequest,
  category: 'external',
  destructive: false,
  asks: 'always',
  editSafe: false,
  capability: 'network',
  specifier: { kind: 'text', template: '{method} {url}' },
  repeat: 'never',
  parallelSafe: true,
  title: ({ method, url }) => `The page wants to send ${method} ${shortened(url)}`,
  inspect: ({ method, url, page, bytes, body }) => ({
    specifier: { kind: 'text', text: `${method} ${url}` },
    body: {
      kind: 'arguments',
      entries: [
        { name: 'the page', value: plainText(page) },
        { name: 'sends', value: `${method} ${plainText(url)}, ${bytes} bytes` },
        ...(body === '' ? [] : [{ name: 'what it sends', value: plainText(body) }]),
        {
          name: 'how to answer',
          value:
            'The request is on hold: the action before it did not announce it. Allow sends it once; deny drops it.',
        },
      ],
    },
    targets: [],
  }),
  run: () => Promise.resolve({ ok: true, text: 'sent' }),
})

function shortened(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: url.slice(0, 80), pathname: '' }
  return `${host}${pathname}`.slice(0, 120)
}
