import type { FoundFile } from '@countersign/protocol'
import type { AnswerDecision } from '../../data/view.ts'
import { count, size } from '../../ui/times.ts'

interface There {
  readonly files: number
  readonly bytes: number | null
  /** The count stopped early; there is more. */
  readonly more: boolean
  readonly versioned: 'all' | 'some' | 'none' | null
}

/** `214 files, 38 MB, none under version control`. */
function there({ files, bytes, more, versioned }: There): string {
  const counted = `${more ? 'more than ' : ''}${count(files, 'file')}`
  const kept = versioned === null ? '' : `, ${files === 1 ? ONE_KEPT[versioned] : KEPT[versioned]}`
  return `${counted}${bytes === null ? '' : `, ${size(bytes)}`}${kept}`
}

const KEPT = {
  all: 'all under version control',
  some: 'not all under version control',
  none: 'none under version control',
} as const
const ONE_KEPT = {
  all: 'under version control',
  some: 'not under version control',
  none: 'not under version control',
} as const

function unkept(versioned: There['versioned']): string {
  return versioned === 'none' ? `, ${ONE_KEPT.none}` : ''
}

/** All texts of the approval card and of settled calls. */
export const texts = {
  allowOnce: 'Allow once',
  allowThread: 'Allow for this chat',
  allowAlways: 'Always allow…',
  allowMore: 'Allow more…',
  deny: 'Deny',
  denyWithNote: 'Deny with note',
  withNote: (word: string) => `${word} with note`,
  note: 'Note',
  noteLabel: 'Tell the agent',
  noteHint: 'Sent with your answer. Ctrl+Enter denies with it, Escape goes back.',
  keepWaiting: 'Keep waiting',
  yesRunIt: 'Yes, run it',
  goBack: 'Back',
  onceOnly: 'No rule is offered for this command. It can be allowed once only.',
  chatCovers: (what: string) => `“Allow for this chat” covers ${what} in this chat.`,
  in: (place: string) => `in ${place}`,
  proposedBy: (parents: readonly string[]) => `from the sub-agent “${parents.join(' › ')}”`,
  chat: (title: string) => `chat: ${title}`,
  position: (index: number, of: number) => `${index} of ${of}`,
  left: (time: string) => `${time} left`,
  lastMinute: 'under a minute left',
  alwaysAsks: 'always asks, in every mode',
  alwaysAsksWord: 'always asks',
  verdicts: { run: 'runs', ask: 'asks', block: 'blocked' },
  pastVerdicts: { run: 'ran', ask: 'asked', block: 'blocked' },
  agentSays: 'The agent says',
  typeToAllow: 'Type',
  toAllow: 'to allow',
  typeLabel: (name: string) => `Type ${name} to allow`,
  readToEnd: 'Scroll to the end to allow.',
  seenOf: (seen: number, total: number) => `${seen} of ${count(total, 'line')}`,
  moreBelow: 'More below',
  toEnd: 'To the end',
  showLess: 'Show less',
  sending: (decision: string) => `Sending: ${decision}…`,
  again: 'Press again',
  held: (decision: string) => `Held: ${decision}. It is sent when the connection is back.`,
  heldFor: (decision: string) => `Sent in a moment: ${decision}.`,
  takeBack: 'Take it back',
  moved: 'The card had just moved. Press again.',
  notTaken: (reason: string) => `Not accepted: ${reason}.`,
  dropped: 'The held answer was dropped: the question expired before the connection was back.',
  tooLate: 'Already answered.',
  cameTooLate: (outcome: string, decision: string) =>
    `Already answered: ${outcome}. Your answer (${decision}) had no effect.`,
  proposed: 'proposed by',
  toAudit: (digits: string) => `Audit of ${digits}`,
  decisions: {
    allow_once: 'allow once',
    allow_chat: 'allow for this chat',
    allow_always: 'always allow',
    deny: 'deny',
  } satisfies Record<AnswerDecision, string>,
  searchedFor: 'for',
  outside: 'Outside the workspace.',
  newFile: 'new file',
  sideBySide: 'Side by side',
  emptyFile: 'The file would be empty.',
  unchanged: (lines: number) => count(lines, 'unchanged line'),
  shown: (total: number, shown: number) => `${total} lines, ${shown} shown`,
  showAll: (total: number) => `Show all ${total} lines`,
  beginningShown: 'only the beginning is shown',
  linesShown: (lines: number) => `${count(lines, 'line')} shown`,
  showWhole: 'Show all',
  loadingAll: 'Loading…',
  notLoaded: (reason: string) => `Not loaded: ${reason}.`,
  masked: (names: readonly string[]) => {
    const known = [...new Set(names)].filter((name) => name !== '')
    return `${count(names.length, 'value')} masked${known.length === 0 ? '' : `: ${known.join(', ')}`}.`
  },
  characters: (many: number) => count(many, 'character'),
  noArguments: 'No arguments.',
  toolChanged: 'The tool’s description has changed since you last allowed it:',
  toolChangeHidden: 'Only parts that are not shown have changed.',
  asJson: 'Show as JSON',
  asTable: 'Show as a table',
  there,
  found: (file: FoundFile) => {
    switch (file.act) {
      case 'overwrite':
        return `overwrites, ${size(file.bytes)}${unkept(file.versioned ?? null)}`
      case 'append':
        return `adds to it, ${size(file.bytes)} now`
      case 'remove':
        return `removes ${there({ ...file, more: file.more === true, versioned: file.versioned ?? null })}`
    }
  },
  overwrites: (bytes: string) => `overwrites ${bytes}`,
  unversioned: ONE_KEPT.none,
  empty: { list: 'empty list', object: 'empty' },
  server: (name: string) => `MCP server ${name}`,
  transports: { stdio: 'started with', http: 'at' },
  trusted: 'trusted',
  untrusted: 'not trusted',
  trustedSince: (day: string) => `trusted since ${day}`,
  leavesShort: 'leaves this machine',
  copy: 'Copy',
  copied: 'Copied',
  showsWhole: 'Exactly this would run.',
  unreadable: 'unreadable',
  through: (carriers: readonly string[]) => `through ${carriers.join(', ')}`,
  partsAsk: (asking: number, total: number) =>
    `${asking} of ${count(total, 'part')} ${asking === 1 ? 'asks' : 'ask'}`,
  keys: 'A allow once, D deny, N note, Escape back',
  keysLocked: 'No key answers this card',
} as const
