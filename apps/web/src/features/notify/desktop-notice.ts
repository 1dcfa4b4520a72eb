import type { OpenQuestion } from '../../data/selectors.ts'
import { texts } from './texts.ts'

export interface DesktopNotice {
  readonly title: string
  readonly body: string
  /** The same for all of one thread: a newer notification replaces the older. */
  readonly tag: string
  readonly path: string
}

const BODY_LIMIT = 120

/** The text of a notification about a question; without details only that something waits. */
export function noticeFor({ call, approval }: OpenQuestion, details = true): DesktopNotice {
  const chat = approval.thread_title === '' ? '' : ` · ${approval.thread_title}`
  const { specifier } = call
  return {
    title: details ? `${call.title}${chat}` : texts.somethingWaits,
    body: details ? cut(specifier) : '',
    tag: call.thread_id,
    path: `/t/${call.thread_id}?call=${call.id}`,
  }
}

function cut(text: string): string {
  return text.length > BODY_LIMIT ? `${text.slice(0, BODY_LIMIT - 1)}…` : text
}
