import type { OpenQuestion } from '../data/selectors.ts'

export interface DesktopNotice {
  readonly title: string
  readonly body: string
  /** The same for all of one chat: a newer notice takes the place of the older. */
  readonly tag: string
  readonly path: string
}

const BODY_LIMIT = 120

/** What a notification says of a question. */
export function noticeFor({ call, approval }: OpenQuestion): DesktopNotice {
  const chat = approval.thread_title === '' ? '' : ` · ${approval.thread_title}`
  const { specifier } = call
  return {
    title: `${call.title}${chat}`,
    body: specifier.length > BODY_LIMIT ? `${specifier.slice(0, BODY_LIMIT - 1)}…` : specifier,
    tag: call.thread_id,
    path: `/t/${call.thread_id}?call=${call.id}`,
  }
}
