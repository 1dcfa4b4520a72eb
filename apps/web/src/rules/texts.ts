import type { Difference, LayerName, ListName, Verdict } from '@countersign/policy'
import { count } from '../ui/times.ts'

/** Words of the permissions page. */
export const texts = {
  title: 'Permissions',
  hint: 'What the agent may do on its own. Rules are read in this order: blocked, asks, runs.',
  mode: 'Mode for new chats',
  modeHint: 'What holds where no rule speaks. Each chat has its own mode, below its text.',
  outsideMode: 'Mode for other agents',
  outsideModeHint:
    'New sessions of agents that ask here, such as Claude Code or an MCP client, begin in it. Their chats can be given another.',
  timeout: 'A question waits',
  timeoutHint: 'for an answer; then it is refused, and the agent is told.',
  seconds: (seconds: number) => {
    if (seconds === 0) return 'for ever'
    if (seconds % 86_400 === 0) return count(seconds / 86_400, 'day')
    if (seconds % 3600 === 0) return count(seconds / 3600, 'hour')
    return seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second')
  },
  rules: 'Rules',
  find: 'Find a rule',
  add: 'Add rule',
  noRules: 'No rules of your own. The first ones usually come from Always allow on a card.',
  noneFound: (text: string) => `No “${text}” here.`,
  problems: (many: number) => count(many, 'finding'),
  columns: {
    verdict: 'Verdict',
    rule: 'Rule',
    layer: 'Holds',
    from: 'Came from',
    used: 'Used',
    last: 'Last used',
    actions: 'Change',
  },
  /** Before the figure, where there is no column for it. */
  used: 'used',
  usedHint: 'Calls of the last 30 days in which the rule decided something.',
  verdicts: { deny: 'blocked', ask: 'asks', allow: 'runs' } satisfies Record<ListName, string>,
  decided: { run: 'Runs.', ask: 'Asks.', block: 'Blocked.' } satisfies Record<Verdict, string>,
  layers: {
    shipped: 'shipped',
    user: 'always, yours',
    project: 'this folder',
    thread: 'one chat',
    managed: 'always, administrator',
  } satisfies Record<LayerName, string>,
  allLayers: 'Everywhere',
  allVerdicts: 'All verdicts',
  filterLayer: 'Where it holds',
  filterVerdict: 'Verdict',
  fromFile: { project: 'the folder’s .countersign/rules', managed: 'the administrator’s file' },
  fromYou: (date: string) => `you, ${date}`,
  fromCard: (date: string) => `from a card, ${date}`,
  edit: (rule: string) => `Edit ${rule}`,
  remove: (rule: string) => `Remove ${rule}`,
  removeWord: 'Remove',
  keep: 'Keep',
  cancel: 'Cancel',
  save: 'Keep rule',
  list: 'Verdict of the rule',
  field: 'Rule',
  fieldHint: 'terminal.exec(npm run *)',
  effect: (looser: number, stricter: number) => {
    if (looser + stricter === 0) return 'Nothing of the last 30 days would have been decided otherwise.'
    const parts = [
      ...(looser === 0 ? [] : [`${count(looser, 'call')} would have run or asked instead`]),
      ...(stricter === 0 ? [] : [`${count(stricter, 'call')} would have asked or been blocked`]),
    ]
    return `In the last 30 days ${parts.join(', ')}.`
  },
  askAgain: (many: number) =>
    many === 0
      ? 'Nothing of the last 30 days would be decided otherwise without it.'
      : `Without it ${count(many, 'call')} of the last 30 days would be decided otherwise.`,
  removed: (rule: string) => `Removed: ${rule}`,
  undo: 'Undo',
  notDone: (reason: string) => `Not done: ${reason}.`,
  try: 'Try a call',
  tryHint: 'See the verdict before the agent ever asks. A command, or a tool with what it is used on.',
  tryField: 'Call',
  tryExample: 'npm run build && git push --force',
  tryMode: 'in mode',
  tryPart: {
    run: 'Every part may run.',
    ask: 'One part is enough to ask for the whole.',
    block: 'One part is blocked, so nothing runs.',
  } satisfies Record<Verdict, string>,
  backtest: 'Backtest',
  backtestHint: 'These rules against the calls of the last 30 days.',
  noPast: 'There are no calls of the last 30 days yet.',
  replay: (total: number, run: number, ask: number, block: number) =>
    `${count(total, 'call')}: ${run} would run, ${ask} ask, ${block} be blocked.`,
  asBefore: 'All of them are decided as they were then.',
  differences: {
    'runs-what-was-denied': 'would run, and you denied it',
    'opens-what-was-blocked': 'was blocked then and no longer is',
    'runs-what-was-unanswered': 'would run, and nobody answered',
    'saves-a-question': 'would run without the question you answered with yes',
    'asks-what-ran': 'would ask, and ran then',
    'blocks-what-was-allowed': 'would be blocked, and was allowed',
    'blocks-what-was-denied': 'would be blocked, as you decided',
  } satisfies Record<Difference, string>,
  tests: 'Tests',
  testsHint: 'Lines such as “expect git push -> ask” stand in a file of rules and are tried on every change.',
  noTests: 'No file of rules has an expect line.',
  testsPass: (many: number) => `${count(many, 'expectation')}, all as expected.`,
  testFails: (call: string, is: string, expected: string) => `${call} is ${is}, expected ${expected}`,
  files: 'Files of rules',
  filesHint: 'Read anew at every call. They are changed in an editor, where they lie.',
  fileLabels: { project: 'Rules of this folder', managed: 'Rules of the administrator' },
  fileText: 'What the file says',
  fileLoading: 'Reading the file…',
  fileEdited:
    'Change it in an editor on the machine that runs the server; it is read again at the next call.',
  fileHolds: 'holds everywhere',
  openFile: 'Open file',
  openNamed: (name: string) => `Open file: ${name}`,
  copyPath: 'Copy path',
  close: 'Close',
  readAgain: 'Read again',
  moreLines: (many: number) => `${count(many, 'more line')}, not shown.`,
  mistake: (message: string, suggestion: string | undefined) =>
    suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`,
  fileNone: 'is not there',
  fileUnreadable: 'cannot be read: everything asks until it can',
  fileTrusted: 'is trusted as it is',
  fileStricter: 'only its stricter rules hold',
  always: 'Always asks, in every mode',
  alwaysHint:
    'Deleting with files.delete, removing or overwriting a root, a home or a disk, force pushes of history, fork bombs, power, and every command that cannot be read. No rule and no mode opens them; this part cannot be switched off.',
  shipped: 'Shipped rules',
  shippedHint:
    'They ask before what usually deserves it. “allow @secrets” switches one off, “allow @secrets(.env.test)” makes an exception.',
  text: 'Rules as text',
  textHint: 'Your rules, one a line. Paste others to add them: what is there already stays.',
  textField: 'Rules to add',
  textExample: 'allow terminal.exec(npm run *)\ndeny files.write(/dist/**)',
  atCharacter: (message: string, character: number) => `${message}, at character ${character}`,
  lineError: (line: number, message: string) => `Line ${line}: ${message}`,
  addMany: (many: number) => (many === 0 ? 'Nothing to add' : `Add ${count(many, 'rule')}`),
  trust: {
    brings: (many: number) => `This folder brings ${count(many, 'rule')}.`,
    stricter: (many: number) => `${many} ${many === 1 ? 'asks or blocks' : 'ask or block'} more`,
    looser: (many: number) => `${many} would let calls run`,
    read: 'Read them',
    trust: 'Trust',
    onlyStricter: 'Use only the stricter ones',
    unreadable: 'The rule file cannot be read. Until it can, every effect asks.',
    showError: 'Show error',
  },
} as const

export const BUILTINS: readonly (readonly [string, string])[] = [
  ['@secrets', 'reads keys, tokens and other secrets'],
  ['@pipe-to-shell', 'runs what was just downloaded'],
  ['@send-files', 'sends files to another machine'],
  ['@publish', 'publishes to a registry or a page'],
  ['@install-from-address', 'installs from an address instead of a registry'],
]
