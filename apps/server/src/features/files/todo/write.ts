import { defineTool } from '@countersign/agent'
import { z } from 'zod'

/** Most items of a list, and most characters of one. */
const ITEM_LIMIT = 100
const TEXT_LIMIT = 500

const Item = z.object({
  text: z.string().min(1).max(TEXT_LIMIT),
  state: z.enum(['open', 'in_progress', 'done']),
})
type Item = z.infer<typeof Item>

/** The to-do list is in the thread, in the call that wrote it last: nothing else is stored. */
export const todoWrite = defineTool({
  name: 'todo_write',
  description:
    'Replaces the to-do list that the person sees. Keep it current during work with several steps; one item is in progress at a time.',
  input: z.object({ items: z.array(Item).max(ITEM_LIMIT) }),
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'knowledge',
  specifier: { kind: 'text', template: '' },
  repeat: 'safe',
  parallelSafe: true,
  limits: [`${ITEM_LIMIT} items`, `${TEXT_LIMIT} characters per item`],
  title: ({ items }) => titleOf(items),
  inspect: ({ items }) =>
    Promise.resolve({ specifier: { kind: 'text', text: '' }, body: { kind: 'todo', items }, targets: [] }),
  run: ({ items }) => Promise.resolve({ ok: true, text: textOf(items) }),
})

const MARKS = { open: '[ ]', in_progress: '[~]', done: '[x]' } as const

function titleOf(items: readonly Item[]): string {
  const done = items.filter((item) => item.state === 'done').length
  const now = items.find((item) => item.state === 'in_progress')
  return `${done} of ${items.length} done${now ? `: ${now.text}` : ''}`
}

function textOf(items: readonly Item[]): string {
  if (items.length === 0) return 'The list is empty.'
  return items.map((item) => `${MARKS[item.state]} ${item.text}`).join('\n')
}
