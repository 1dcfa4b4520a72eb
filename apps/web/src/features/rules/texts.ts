import type { Difference, LayerName, ListName, Verdict } from '@countersign/policy'
import { count } from '../../ui/times.ts'

/** Words of the permissions page. */
export const texts = {
  title: 'Permissions',
  hint: 'What the agent may do on its own. Rules are checked in this order: blocked, asks, runs.',
  mode: 'Mode for new chats',
  modeHint: 'Used when no rule matches. Each chat has its own mode, next to its message field.',
  outsideMode: 'Mode for other agents',
  outsideModeHint:
    'Used for new sessions of agents that ask here, such as Claude Code or an MCP client. You can change it in each of their chats.',
  timeout: 'Wait',
  timeoutHint: (ends: boolean) =>
    ends
      ? 'for an answer. After that, the call is refused and the agent goes on without it.'
      : 'for an answer.',
  seconds: (seconds: number) => {
    if (seconds === 0) return 'indefinitely'
    if (seconds % 86_400 === 0) return count(seconds / 86_400, 'day')
    if (seconds % 3600 === 0) return count(seconds / 3600, 'hour')
    return seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second')
  },
  rules: 'Rules',
  find: 'Find a rule',
  add: 'Add rule',
  noRules: 'You have no rules yet. The first ones usually come from Always allow on a card.',
  noneFound: (text: string) => `No rules match “${text}”.`,
  problems: (many: number) => count(many, 'problem'),
  columns: {
    verdict: 'Verdict',
    rule: 'Rule',
    layer: 'Scope',
    from: 'Source',
    used: 'Used',
    last: 'Last used',
    actions: 'Actions',
  },
  /** Before the figure, if there is no column for it. */
  used: 'used',
  usedHint: 'Calls in the last 30 days that the rule helped decide.',
  verdicts: { deny: 'blocked', ask: 'asks', allow: 'runs' } satisfies Record<ListName, string>,
  decided: { run: 'Runs.', ask: 'Asks.', block: 'Blocked.' } satisfies Record<Verdict, string>,
  layers: {
    shipped: 'shipped',
    user: 'you, everywhere',
    project: 'this folder',
    thread: 'one chat',
    workflow: 'one workflow',
    managed: 'administrator',
  } satisfies Record<LayerName, string>,
  allLayers: 'All scopes',
  allVerdicts: 'All verdicts',
  filterLayer: 'Scope',
  filterVerdict: 'Verdict',
  fromFile: { project: 'the folder’s .countersign/rules', managed: 'the administrator’s file' },
  fromYou: (date: string) => `you, ${date}`,
  fromCard: (date: string) => `from a card, ${date}`,
  edit: (rule: string) => `Edit ${rule}`,
  remove: (rule: string) => `Remove ${rule}`,
  removeWord: 'Remove',
  keep: 'Keep',
  cancel: 'Cancel',
  save: 'Save rule',
  list: 'The rule’s verdict',
  field: 'Rule',
  fieldHint: 'terminal.exec(npm run *)',
  effect: (looser: number, stricter: number) => {
    if (looser + stricter === 0) return 'No call in the last 30 days would have been decided differently.'
    const parts = [
      ...(looser === 0 ? [] : [`${count(looser, 'call')} would have run or asked instead`]),
      ...(stricter === 0 ? [] : [`${count(stricter, 'call')} would have asked or been blocked`]),
    ]
    return `In the last 30 days ${parts.join(', ')}.`
  },
  askAgain: (many: number) =>
    many === 0
      ? 'Removing it would change no decision from the last 30 days.'
      : `Without it, ${count(many, 'call')} from the last 30 days would be decided differently.`,
  removed: (rule: string) => `Removed: ${rule}`,
  undo: 'Undo',
  notDone: (reason: string) => `That did not work: ${reason}.`,
  try: 'Try a call',
  tryHint: 'See the verdict before the agent ever asks. Enter a command, or a tool and its target.',
  tryField: 'Call',
  tryExample: 'npm run build && git push --force',
  tryMode: 'in mode',
  tryPart: {
    run: 'Every part may run.',
    ask: 'One part asks, so the whole call asks.',
    block: 'One part is blocked, so nothing runs.',
  } satisfies Record<Verdict, string>,
  backtest: 'Backtest',
  backtestHint: 'These rules against the calls of the last 30 days.',
  noPast: 'No calls in the last 30 days yet.',
  replay: (total: number, run: number, ask: number, block: number) =>
    `${count(total, 'call')}: ${run} would run, ${ask} ask, ${block} be blocked.`,
  asBefore: 'Every decision stays the same.',
  differences: {
    'runs-what-was-denied': 'would run; you denied it',
    'opens-what-was-blocked': 'was blocked; no longer is',
    'runs-what-was-unanswered': 'would run; nobody answered',
    'saves-a-question': 'would run without asking; you allowed it',
    'asks-what-ran': 'would ask; it ran',
    'blocks-what-was-allowed': 'would be blocked; it was allowed',
    'blocks-what-was-denied': 'would be blocked; you denied it',
  } satisfies Record<Difference, string>,
  tests: 'Tests',
  testsHint: 'Lines such as “expect git push -> ask” in a rules file are checked on every change.',
  noTests: 'No rules file has an expect line.',
  testsPass: (many: number) => `${count(many, 'expectation')} met.`,
  testFails: (call: string, is: string, expected: string) => `${call} is ${is}, expected ${expected}`,
  files: 'Rules files',
  filesHint: 'Read again for every call. Edit them in place, with any editor.',
  fileLabels: { project: 'This folder’s rules', managed: 'The administrator’s rules' },
  fileText: 'Contents of the file',
  fileLoading: 'Loading…',
  fileEdited: 'Edit it on the machine that runs the server. Changes apply from the next call on.',
  fileHolds: 'applies everywhere',
  openFile: 'Open file',
  openNamed: (name: string) => `Open file: ${name}`,
  copyPath: 'Copy path',
  close: 'Close',
  readAgain: 'Reload',
  moreLines: (many: number) => `${count(many, 'more line')} not shown.`,
  mistake: (message: string, suggestion: string | undefined) =>
    suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`,
  fileNone: 'does not exist',
  fileUnreadable: 'cannot be read; until it can, everything asks',
  fileTrusted: 'is trusted',
  fileStricter: 'only its stricter rules apply',
  always: 'Always asks, in every mode',
  alwaysHint:
    'Deleting with files.delete outside the workspace; removing or overwriting a root folder, a home folder or a disk; force-pushing; fork bombs; shutting down the machine; and every command that cannot be read. No rule or mode lets these run without asking, and you cannot turn this off.',
  shipped: 'Shipped rules',
  shippedHint:
    'They ask before risky calls. “allow @secrets” turns one off, “allow @secrets(.env.test)” makes an exception.',
  text: 'Rules as text',
  textHint: 'Your rules, one per line. Paste more to add them; existing rules stay.',
  textField: 'Rules to add',
  textExample: 'allow terminal.exec(npm run *)\ndeny files.write(/dist/**)',
  atCharacter: (message: string, character: number) => `${message}, at character ${character}`,
  lineError: (line: number, message: string) => `Line ${line}: ${message}`,
  addMany: (many: number) => (many === 0 ? 'Nothing to add' : `Add ${count(many, 'rule')}`),
  trust: {
    brings: (many: number) => `This folder comes with ${count(many, 'rule')}.`,
    stricter: (many: number) => `${many} ${many === 1 ? 'asks or blocks' : 'ask or block'} more`,
    looser: (many: number) => `${many} would let calls run`,
    read: 'Read them',
    trust: 'Trust',
    onlyStricter: 'Use only the stricter ones',
    unreadable: 'The rules file cannot be read. Until it can, every call with an effect asks.',
    showError: 'Show error',
  },
} as const

export const BUILTINS: readonly (readonly [string, string])[] = [
  ['@secrets', 'reads keys, tokens and other secrets'],
  ['@pipe-to-shell', 'runs what was just downloaded'],
  ['@send-files', 'sends files to another machine'],
  ['@publish', 'publishes to a registry or a page'],
  ['@install-from-address', 'installs from an address instead of a registry'],
  ['@submit', 'submits a form in the browser'],
  ['@download', 'saves a file from a page'],
  ['@upload', 'sends one of your files to a page'],
]
