import type { CallState } from '@countersign/protocol'
import { count } from '../ui/times.ts'

/** Words of the track: calls as stops of a line. */
export const texts = {
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
  askAgainMessage: (tool: string, specifier: string) =>
    `Nobody answered in time: propose ${tool} ${specifier} again if it is still needed.`,
  elsewhere: 'Answered on another screen.',
  running: 'running',
  stale: 'void',
  result: 'Result',
  preview: 'preview',
  noResult: 'No output.',
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
