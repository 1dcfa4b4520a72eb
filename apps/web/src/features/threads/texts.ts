import { budgetWords } from '@countersign/protocol'
import type { BudgetView } from '@countersign/protocol'
import { count, dollars, thousands } from '../../ui/times.ts'

/** Texts of the thread. */
export const texts = {
  beside: (title: string) => `Open next to this chat: ${title}`,
  threadPane: 'Chat',
  skipToComposer: 'Skip to the message field',
  stopTurn: 'Stop the turn',
  toMode: (label: string) => `Mode: ${label}`,
  keys: { stop: 'stop the turn of the open chat', mode: 'open the mode menu', find: 'find in the open chat' },
  find: 'Find in this chat',
  found: (at: number, of: number) => `${at} of ${of}`,
  notFound: (text: string) => `No “${text}” here.`,
  findNext: 'Next',
  findPrevious: 'Previous',
  findClose: 'Close find',
  allThreads: 'All chats…',
  todo: 'To do',
  todoDone: (done: number, of: number) => `${done} of ${of} done`,
  todoUpdated: (when: string) => `updated ${when}`,
  todoStates: { open: 'open', in_progress: 'in progress', done: 'done' },
  log: 'Conversation',
  you: 'You said',
  agent: 'The agent said',
  thinking: 'Working…',
  waitsForModel: (seconds: number) => `Waiting for the model, ${seconds} s`,
  reasoning: 'Thinking',
  thinkingFor: (seconds: number) => `Thinking · ${seconds} s`,
  thought: (time: string) => `Thought · ${time}`,
  toEnd: 'To the end',
  newBelow: (many: number) => (many === 0 ? 'New below' : `New below (${many})`),
  waitsBelow: (many: number) => `${many} ${many === 1 ? 'waits' : 'wait'} below`,
  stopped: 'Stopped. Everything up to here is kept.',
  cutOff: 'Cut off here.',
  failed: (error: string | null) => (error === null ? 'The turn failed.' : `The turn failed: ${error}`),
  overBudget: ({ reason, limit }: BudgetView) =>
    `Stopped after ${budgetWords(reason, limit)}. Work done so far is kept.`,
  goOn: 'Continue',
  goOnText: 'Continue.',
  again: 'Try again',
  withDemo: 'Use Demo',
  changeModel: 'Change model',
  cost: (input: number, output: number, cost: number | null) =>
    `${count(input, 'token')} in, ${thousands(output)} out${priced(input + output, cost)}`,
  about: (usage: string) => `About ${usage}`,
  emptyTitle: 'Say what should happen.',
  project: 'Project: ',
  otherFolder: 'Choose another folder…',
  folderTrouble: (reason: string) => `The folder was not changed: ${reason}.`,
  examplesLabel: 'Examples',
  demo: 'The built-in demo model answers here. It follows a script and needs neither a key nor a network.',
  loading: 'Opening the chat…',
  missing: 'This chat does not exist, or is not yours.',
  deleted: 'This chat was deleted.',
  threadMenu: 'This chat',
  rename: 'Rename',
  exportMarkdown: 'Export as Markdown',
  exportJson: 'Export as JSON',
  exportPage: 'Export to share (HTML)',
  notExported: 'The chat was not exported',
  name: 'Name',
  cancel: 'Cancel',
  deleteThread: 'Delete chat',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteHint: 'Its messages are deleted. What was proposed, answered and run stays in the audit.',
  newThread: 'New chat',
  untitled: 'New chat',
  chats: 'Chats',
  noThreads: 'No chats yet.',
} as const

/** Its cost, after its usage. Free usage shows no cost. */
function priced(tokens: number, cost: number | null): string {
  if (cost === null) return tokens === 0 ? '' : ', price not known'
  return cost === 0 ? '' : `, ${dollars(cost)}`
}
