import { count } from '../ui/times.ts'

/** Words of the chat. */
export const texts = {
  table: 'Table',
  log: 'Conversation',
  you: 'You said',
  agent: 'The agent said',
  queued: 'sent after this turn',
  thinking: 'Working…',
  reasoning: 'Thinking',
  newBelow: 'New below',
  waitsBelow: (many: number) => `${many} ${many === 1 ? 'waits' : 'wait'} below`,
  stopped: 'Stopped. What was done is kept.',
  failed: (error: string | null) => (error === null ? 'The turn failed.' : `The turn failed: ${error}`),
  overBudget: (limit: number, reason: string) =>
    `Stopped: ${limit} ${reason.replaceAll('_', ' ')} in one turn. What was done is kept.`,
  cost: (input: number, output: number, cost: number | null) =>
    `${count(input, 'token')} in, ${output} out${cost === null ? '' : `, $${cost.toFixed(4)}`}`,
  emptyTitle: 'Say what should happen.',
  emptyHint: (workspace: string) =>
    `The agent works in ${workspace}. Reads run; everything else asks you first.`,
  examplesLabel: 'Examples',
  examples: ['list the files', 'write notes.md: hello', 'run npm test', 'delete notes.md'],
  demo: 'The built-in demo model answers here: it plays a script, without a key and without a network.',
  loading: 'Opening the chat…',
  missing: 'This chat does not exist, or is not yours.',
  deleted: 'This chat was deleted.',
  chatMenu: 'This chat',
  rename: 'Rename',
  name: 'Name',
  cancel: 'Cancel',
  deleteChat: 'Delete chat',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteHint: 'Its messages go. What was proposed, answered and run stays in the audit.',
  newChat: 'New chat',
  untitled: 'New chat',
  switcher: 'Chats',
  noChats: 'No chats yet.',
} as const
