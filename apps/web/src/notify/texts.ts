import type { AnswerDecision } from '../data/view.ts'
import { count } from '../ui/times.ts'

/** What is said in the live regions, and on the desktop. */
export const texts = {
  waiting: (title: string, specifier: string, chat: string) =>
    `Waiting: ${lowerFirst(title)}${specifier === '' ? '' : `, ${specifier}`}${chat === '' ? '' : `, in ${chat}`}. Press F8.`,
  somethingWaits: 'Something waits for you',
  manyWaiting: (many: number) => `${many} waiting. Press F8.`,
  answered: (decision: AnswerDecision, left: number) => `${ANSWERED[decision]} ${moreWait(left)}`,
  void: (specifier: string) => `Void: ${specifier} did not run, it had changed.`,
  expired: (specifier: string) => `Expired: ${specifier} did not run.`,
  cancelled: (specifier: string) => `Cancelled: ${specifier} did not run.`,
  elsewhere: (specifier: string, ran: boolean) =>
    `Answered elsewhere: ${specifier} ${ran ? 'was allowed' : 'was refused'}.`,
  finished: (words: number) => `Answer finished. ${count(words, 'word')}.`,
  waitedLong: (time: string) => `That had waited ${time}.`,
  noticeWhy: 'A notice can tell you while this page is hidden. It opens the card and answers nothing.',
  noticeInsecure:
    'Over plain HTTP browsers show no notices; open this page over HTTPS, or on the machine itself.',
  notifyMe: 'Notify me',
  notNow: 'Not now',
  close: 'Close',
  lost: 'Connection lost. Answers are held here and sent when it is back.',
  back: 'Connected again.',
  lastMinute: (specifier: string) => `Under a minute left for ${specifier}.`,
} as const

const ANSWERED: Readonly<Record<AnswerDecision, string>> = {
  allow_once: 'Allowed once.',
  allow_chat: 'Allowed for this chat.',
  allow_always: 'Always allowed.',
  deny: 'Denied.',
}

function moreWait(left: number): string {
  if (left === 0) return 'Nothing waits.'
  return left === 1 ? '1 more waits.' : `${left} more wait.`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
