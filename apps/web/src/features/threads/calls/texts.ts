import type { CallState } from '@countersign/protocol'
import { count } from '../../../ui/times.ts'

/** Texts of the call tree. */
export const texts = {
  copyCommand: 'Copy command',
  copyPath: 'Copy path',
  copyAddress: 'Copy address',
  label: 'Calls',
  calls: (many: number) => count(many, 'call'),
  reads: (many: number) => count(many, 'read'),
  moreCalls: (many: number) => `${many} more calls`,
  waitsForYou: 'waits for you',
  waits: (time: string) => `waits ${time}`,
  failed: (many: number) => `${many} failed`,
  refused: (many: number) => `${many} refused`,
  waiting: (many: number) => `${many} ${many === 1 ? 'waits' : 'wait'}`,
  openIt: 'Waits for you: open it',
  askAgain: 'Ask again',
  askAllAgain: (many: number) => `Ask again for all ${many} that expired`,
  askAgainMessage: (calls: readonly string[]) => {
    const [only, ...others] = calls
    if (only !== undefined && others.length === 0)
      return `Nobody answered in time. Propose ${only} again if it is still needed.`
    return ['Nobody answered in time. Propose these again if they are still needed:', ...calls].join('\n- ')
  },
  elsewhere: 'Answered on another screen.',
  interrupted: 'The server stopped while this ran. It may have had effects: check, then say what you found.',
  settle: { done: 'It was done', not_done: 'It was not done', again: 'Run it again' },
  undo: 'Undo',
  putBack: 'Undone: its files are restored.',
  notUndone: (reason: string) => `Not undone: ${reason}.`,
  undoConflicts: 'Changed since, so nothing was restored:',
  undoRest: 'Restore the others',
  running: 'running',
  stale: 'void',
  outputSoFar: 'Output so far',
  notKept: 'What it said along the way is not stored; these are its calls and its result.',
  notLoaded: (reason: string) => `This cannot be shown: ${reason}.`,
  showOutput: 'Show output so far',
  hideOutput: 'Hide output',
  showChange: 'Show what changed',
  hideChange: 'Hide what changed',
  gone: (path: string) => `${path} is gone.`,
  nowItIs: 'As it was found:',
  replaced: 'Replaced by',
  toTheNewer: 'a newer call',
  proposed: 'proposed',
  states: {
    proposed: 'proposed',
    waiting: 'waits for you',
    approved: 'countersigned',
    running: 'running',
    succeeded: 'ran',
    failed: 'failed',
    interrupted: 'interrupted',
    blocked: 'blocked',
    denied: 'refused',
    expired: 'expired',
    cancelled: 'cancelled',
    abandoned: 'abandoned',
  } satisfies Record<CallState, string>,
} as const
