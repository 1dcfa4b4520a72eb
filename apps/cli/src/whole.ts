import {
  approvalRoutes,
  CallId,
  MessageId,
  threadRoutes,
  type CallView,
  type MessageView,
} from '@countersign/protocol'
import type { Api, Outcome } from './server-client.ts'

/** A complete call: lists and events have only the beginning of long ones. */
export async function wholeCall(api: Api, given: string): Promise<Outcome<CallView>> {
  const id = CallId.safeParse(given)
  if (!id.success) return { ok: false, message: `\`${given}\` is not a call id` }
  const answer = await api.call(approvalRoutes.call, { params: { id: id.data } })
  return answer.ok ? { ok: true, value: answer.body.call } : answer
}

/** A message with its complete text. */
export async function wholeMessage(api: Api, given: string): Promise<Outcome<MessageView>> {
  const id = MessageId.safeParse(given)
  if (!id.success) return { ok: false, message: `\`${given}\` is not a message id` }
  const answer = await api.call(threadRoutes.message, { params: { id: id.data } })
  return answer.ok ? { ok: true, value: answer.body.message } : answer
}
