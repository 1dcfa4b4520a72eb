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

/** Rules that were kept, by the person or from a card. */
export async function fetchRules(): Promise<HttpResult<readonly RuleView[]>> {
  return pick(call(rulesRoutes.list, {}), ({ rules }) => rules)
}

/** Files of rules: the administrator's and that of the folder. */
export async function fetchRuleFiles(workspace?: string): Promise<HttpResult<RuleFiles>> {
  return call(rulesRoutes.files, { query: { workspace } })
}

/** What one of them says, masked: the administrator's, or that of a chat's folder; without a chat that of new ones. */
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

/** Writes a rule into the file of a chat's folder, if that is still as it was seen. */
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

/** Trusts the file with this hash, or with null the file of the folder no longer. */
export async function trustFile(workspace: string, hash: string | null): Promise<HttpResult<unknown>> {
  return call(rulesRoutes.trust, { body: { workspace, hash } })
}

/** What policy would say of a call in this chat. */
export async function explainCall(text: string, thread: ThreadId): Promise<HttpResult<ExplainedCall>> {
  return call(rulesRoutes.decide, { body: { call: text, thread_id: thread } })
}
