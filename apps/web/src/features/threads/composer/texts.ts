import type { Spent } from '@countersign/protocol/client'
import { count, dollars, thousands } from '../../../ui/times.ts'

/** Texts of the composer. */
export const texts = {
  label: 'Message',
  placeholder: 'Say what should happen. / for commands, @ for files.',
  suggested: (many: number) => `${many} suggested. Up and down choose, Tab inserts, Escape closes.`,
  files: 'Files',
  filesMore: 'There are more: keep typing.',
  filesNone: (wanted: string) => `No \`${wanted}\` here.`,
  filesEmpty: 'This folder is empty.',
  filesUnknown: 'File names cannot be looked up right now.',
  send: 'Send',
  sendAfter: 'Send after this turn',
  stop: 'Stop',
  stopKeys: 'Stop the turn (Ctrl+.)',
  demo: 'Demo model',
  attach: 'Attach text files and pictures',
  attached: 'Attached files',
  sent: 'Files of this message',
  staysOut: 'not attached',
  leaveOut: (name: string) => `Remove ${name}`,
  notAttached: {
    not_text: (name: string) =>
      `${name} is neither text nor a picture. Put it in the folder and mention it: the agent will find it there.`,
    picture_too_large: (name: string) => `${name} is larger than 3.75 MB. Make it smaller first.`,
    too_large: (name: string) => `${name} is larger than 60 kB. Put it in the folder and mention it.`,
  },
  pictureRefused: (name: string, reason: string) => `${name} was not attached: ${reason}.`,
  blind: (model: string) => `${model} cannot see pictures; it is only told that there is one.`,
  model: (name: string) => `Model: ${name}`,
  models: 'Models',
  findModel: 'Find a model',
  noModel: 'No matching model.',
  priceUnknown: 'price not known',
  effort: (level: string) => `Reasoning effort: ${level}`,
  effortHint: 'Reasoning effort, from the next turn on',
  efforts: { default: 'Default', low: 'Low', medium: 'Medium', high: 'High' },
  context: 'Context',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  tokens: (tokens: number) => count(tokens, 'token'),
  contextExact: (tokens: number, window: number | null) =>
    window === null
      ? `${count(tokens, 'token')} in the context; the model’s limit is not known`
      : `${thousands(tokens)} of ${count(window, 'token')} in the context`,
  thisChat: (money: string) => `${money} this chat`,
  atLeast: (money: string) => `at least ${money} this chat`,
  spentExact: ({ input, output, usd, partly }: Spent) =>
    `This chat: ${count(input, 'token')} in, ${thousands(output)} out${usd > 0 ? `, ${dollars(usd)}` : ''}${partly ? '; the price of some turns is not known' : ''}`,
  dropHere: 'Drop text files and pictures to attach them',
  modelNotSet: (reason: string) => `The model was not changed: ${reason}.`,
  modeElsewhere: (label: string) => `This chat is in ${label} now: the mode was changed elsewhere.`,
  modeReadOnly: 'Not connected. Change the mode when the connection is back.',
  modeNotSet: (reason: string) => `The mode was not changed: ${reason}.`,
  notSent: (reason: string) => `Not sent: ${reason}.`,
} as const
