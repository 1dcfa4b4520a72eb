import { count } from '../ui/times.ts'

/** Words of the rule editor in a card. */
export const ruleTexts = {
  headings: {
    allow_chat: 'Allow for this chat by this rule',
    allow_always: 'Always allow by this rule',
    project: 'Allow in this project by this rule',
  },
  exact: 'exact command',
  field: 'Rule',
  keep: 'Keep rule and allow',
  back: 'Back',
  loading: 'Reading the rules…',
  scope: 'Where the rule holds',
  scopes: { allow_always: 'always, mine', allow_chat: 'this chat', project: 'project file' },
  projectLine: (path: string) => `Writes one line into ${path}, for everyone who trusts it.`,
  projectLoading: 'Looking at the file of this folder…',
  projectClosed: {
    untrusted: 'The file of this folder is not trusted yet. Read it in Settings and trust it first.',
    unreadable: 'The file of this folder cannot be read. Put it right first.',
    unknown: 'The file of this folder could not be asked for.',
  },
  projectTrouble: (reason: string) => `Not written, and not allowed: ${reason}.`,
  permissions: 'To the permissions',
  wholeRuns: 'With this rule the whole call would run.',
  wouldRun: 'would run',
  stillAsks: 'still asks',
  asksAgain: ', so this whole command will ask again.',
  opensNothing: ': the rule does not fit this call.',
  position: (at: number) => `At character ${at}.`,
  answered: (many: number) => `In the last 30 days it would have answered ${count(many, 'approval')}.`,
} as const
