import { count, duration } from '../ui/times.ts'

/** What was used up, in words for a person. */
function budgetWords(limit: number, reason: string): string {
  switch (reason) {
    case 'llm_calls':
      return count(limit, 'model call')
    case 'cost':
      return `$${limit}`
    case 'wall_clock':
      return duration(limit)
    default:
      return `${limit} ${reason.replaceAll('_', ' ')}`
  }
}

/** Words of the chat. */
export const texts = {
  find: 'Find in this chat',
  found: (at: number, of: number) => `${at} of ${of}`,
  notFound: (text: string) => `No “${text}” here.`,
  findNext: 'Next',
  findPrevious: 'Previous',
  findClose: 'Close find',
  findChat: 'Find a chat',
  allChats: 'All chats…',
  table: 'Table',
  log: 'Conversation',
  you: 'You said',
  agent: 'The agent said',
  queued: 'sent after this turn',
  thinking: 'Working…',
  reasoning: 'Thinking',
  thinkingFor: (seconds: number) => `Thinking · ${seconds} s`,
  thought: (time: string) => `Thought · ${time}`,
  newBelow: 'New below',
  waitsBelow: (many: number) => `${many} ${many === 1 ? 'waits' : 'wait'} below`,
  stopped: 'Stopped. What was done is kept.',
  cutOff: 'Cut off here.',
  failed: (error: string | null) => (error === null ? 'The turn failed.' : `The turn failed: ${error}`),
  overBudget: (limit: number, reason: string) =>
    `Stopped: ${budgetWords(limit, reason)} in one turn. What was done is kept.`,
  goOn: 'Continue',
  goOnText: 'Continue.',
  again: 'Try again',
  withDemo: 'Use Demo',
  changeModel: 'Change model',
  cost: (input: number, output: number, cost: number | null) =>
    `${count(input, 'token')} in, ${output} out${cost === null || cost === 0 ? '' : `, $${cost.toFixed(4)}`}`,
  emptyTitle: 'Say what should happen.',
  emptyHint: (workspace: string, mode: string) => `The agent works in ${workspace}. ${mode}`,
  examplesLabel: 'Examples',
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
