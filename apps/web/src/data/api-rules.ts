import { rulesRoutes } from '@countersign/protocol'
import type { ExplainedCall, RuleFiles, RuleFileText, RuleFileView } from '@countersign/protocol'
import type { RuleId, RuleView, ThreadId } from '@countersign/protocol'
import { call, pick } from './http.ts'
import type { HttpResult } from './http.ts'

export type {
  ExplainedCall as Explained,
  RuleFiles,
  RuleFileText,
  RuleFileView as RuleFile,
  RuleView as KeptRule,
} from '@countersign/protocol'

/** Saved rules, written by the person or kept from a card. */
export async function fetchRules(): Promise<HttpResult<readonly RuleView[]>> {
  return pick(call(rulesRoutes.list, {}), ({ rules }) => rules)
}

/** Rules files: the administrator's and the folder's. */
export async function fetchRuleFiles(workspace?: string): Promise<HttpResult<RuleFiles>> {
  return call(rulesRoutes.files, { query: { workspace } })
}

/** The text of one of them, masked: the administrator's, or that of a thread's folder; without a thread that of new ones. */
export async function fetchRuleFileText(
  layer: RuleFileView['layer'],
  thread: ThreadId | null,
): Promise<HttpResult<RuleFileText>> {
  return call(rulesRoutes.fileText, { query: { layer, thread_id: thread ?? undefined } })
}

export async function addRule(rule: {
  readonly list: RuleView['list']
  readonly text: string
  readonly threadId: ThreadId | null
}): Promise<HttpResult<unknown>> {
  const { list, text, threadId } = rule
  return call(rulesRoutes.add, { body: { list, text, thread_id: threadId ?? undefined } })
}

/** Writes a rule into the file of a thread's folder, if that is unchanged since it was shown. */
export async function addProjectRule(rule: {
  readonly list: RuleView['list']
  readonly text: string
  readonly thread: ThreadId
  readonly hash: string | null
}): Promise<HttpResult<unknown>> {
  const { list, text, thread, hash } = rule
  return call(rulesRoutes.addToProject, { body: { list, text, thread_id: thread, hash } })
}

export async function removeRule(id: RuleId): Promise<HttpResult<unknown>> {
  return call(rulesRoutes.remove, { params: { id } })
}

/** Trusts the file with this hash; null: no longer trusts the folder's file. */
export async function trustFile(workspace: string, hash: string | null): Promise<HttpResult<unknown>> {
  return call(rulesRoutes.trust, { body: { workspace, hash } })
}

/** The policy's decision on a call in this thread. */
export async function explainCall(text: string, thread: ThreadId): Promise<HttpResult<ExplainedCall>> {
  return call(rulesRoutes.decide, { body: { call: text, thread_id: thread } })
}
