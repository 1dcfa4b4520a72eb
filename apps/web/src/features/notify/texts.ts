import type { AnswerDecision } from '../../data/view.ts'
import { count } from '../../ui/times.ts'

/** What is said in the live regions, and on the desktop. */
export const texts = {
  waiting: (title: string, specifier: string, chat: string) =>
    `Waiting: ${lowerFirst(title)}${specifier === '' ? '' : `, ${specifier}`}${chat === '' ? '' : `, in ${chat}`}. Press F8.`,
  somethingWaits: 'Something is waiting for you',
  manyWaiting: (many: number) => `${many} waiting. Press F8.`,
  answered: (decision: AnswerDecision, left: number) => `${ANSWERED[decision]} ${moreWait(left)}`,
  void: (specifier: string) => `Void: ${specifier} did not run because it had changed.`,
  expired: (specifier: string) => `Expired: ${specifier} did not run.`,
  cancelled: (specifier: string) => `Cancelled: ${specifier} did not run.`,
  elsewhere: (specifier: string, ran: boolean) =>
    `Answered elsewhere: ${specifier} ${ran ? 'was allowed' : 'was denied'}.`,
  finished: (words: number) => `Answer finished. ${count(words, 'word')}.`,
  waitedLong: (time: string) => `This waited ${time} for you.`,
  noticeWhy: 'Turn on notifications for when this page is hidden?',
  noticeInsecure:
    'Browsers show notifications only over HTTPS or on localhost. Open this page that way to turn them on.',
  notifyMe: 'Notify me',
  notNow: 'Not now',
  close: 'Close',
  lost: 'Connection lost. Your answers are saved here and sent when it is back.',
  back: 'Reconnected.',
  lastMinute: (specifier: string) => `Less than a minute left for ${specifier}.`,
} as const

const ANSWERED: Readonly<Record<AnswerDecision, string>> = {
  allow_once: 'Allowed once.',
  allow_chat: 'Allowed for this chat.',
  allow_always: 'Always allowed.',
  deny: 'Denied.',
}

function moreWait(left: number): string {
  if (left === 0) return 'Nothing is waiting.'
  return left === 1 ? '1 more is waiting.' : `${left} more are waiting.`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
