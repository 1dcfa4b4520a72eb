import { RuleId, ThreadId } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

const Verdict = z.enum(['run', 'ask', 'block'])
const List = z.enum(['allow', 'ask', 'deny'])

const Rule = z.object({
  id: RuleId,
  list: List,
  layer: z.enum(['user', 'thread']),
  text: z.string(),
  threadId: ThreadId.nullable(),
  createdFrom: z.string().nullable(),
  createdAt: z.number(),
})
export type KeptRule = z.infer<typeof Rule>

const Explained = z.object({
  sentence: z.string(),
  decision: z.object({ verdict: Verdict }),
  parts: z.array(z.object({ label: z.string(), verdict: Verdict, why: z.string() })),
})
export type Explained = z.infer<typeof Explained>

const RuleFile = z.object({
  layer: z.enum(['managed', 'project']),
  path: z.string(),
  hash: z.string().nullable(),
  trusted: z.boolean(),
  unreadable: z.boolean(),
  mode: z.string().nullable(),
  lists: z.object({ deny: z.array(z.string()), ask: z.array(z.string()), allow: z.array(z.string()) }),
  errors: z.array(z.object({ line: z.number(), message: z.string() })),
  expectations: z.array(z.object({ line: z.number(), call: z.string(), verdict: Verdict })),
})
export type RuleFile = z.infer<typeof RuleFile>

const RuleFiles = z.object({
  workspace: z.string(),
  home: z.string(),
  /** Folders of the gate itself. */
  own: z.array(z.string()).default([]),
  files: z.array(RuleFile),
})
export type RuleFiles = z.infer<typeof RuleFiles>

const RuleFileText = z.object({
  path: z.string(),
  text: z.string(),
  more: z.number(),
  errors: z.array(z.object({ line: z.number(), message: z.string(), suggestion: z.string().optional() })),
})
export type RuleFileText = z.infer<typeof RuleFileText>

const Done = z.object({ ok: z.literal(true) })

/** Rules that were kept, by the person or from a card. */
export async function fetchRules(): Promise<HttpResult<readonly KeptRule[]>> {
  const found = await httpGet('/api/rules', z.object({ rules: z.array(Rule) }))
  return found.ok ? { ok: true, value: found.value.rules } : found
}

/** Files of rules: the administrator's and that of the folder. */
export async function fetchRuleFiles(workspace?: string): Promise<HttpResult<RuleFiles>> {
  const where = workspace === undefined ? '' : `?${new URLSearchParams({ workspace }).toString()}`
  return httpGet(`/api/rules/files${where}`, RuleFiles)
}

/** What one of them says, masked: the administrator's, or that of a chat's folder; without a chat that of new ones. */
export async function fetchRuleFileText(
  layer: RuleFile['layer'],
  thread: ThreadId | null,
): Promise<HttpResult<RuleFileText>> {
  const query = new URLSearchParams({ layer, ...(thread === null ? {} : { thread_id: thread }) })
  return httpGet(`/api/rules/file?${query.toString()}`, RuleFileText)
}

export async function addRule(rule: {
  readonly list: KeptRule['list']
  readonly text: string
  readonly threadId: ThreadId | null
}): Promise<HttpResult<unknown>> {
  const { list, text, threadId } = rule
  const body = { list, text, ...(threadId === null ? {} : { thread_id: threadId }) }
  return httpSend('POST', '/api/rules', body, z.object({ rule: Rule }))
}

/** Writes a rule into the file of a chat's folder, if that is still as it was seen. */
export async function addProjectRule(rule: {
  readonly list: KeptRule['list']
  readonly text: string
  readonly thread: ThreadId
  readonly hash: string | null
}): Promise<HttpResult<unknown>> {
  const { list, text, thread, hash } = rule
  const body = { list, text, thread_id: thread, hash }
  return httpSend('POST', '/api/rules/project', body, z.object({ hash: z.string() }))
}

export async function removeRule(id: RuleId): Promise<HttpResult<unknown>> {
  return httpSend('DELETE', `/api/rules/${encodeURIComponent(id)}`, undefined, Done)
}

/** Trusts the file with this hash, or with null the file of the folder no longer. */
export async function trustFile(workspace: string, hash: string | null): Promise<HttpResult<unknown>> {
  return httpSend('POST', '/api/rules/trust', { workspace, hash }, Done)
}

/** What policy would say of a call in this chat. */
export async function explainCall(call: string, thread: ThreadId): Promise<HttpResult<Explained>> {
  return httpSend('POST', '/api/decide', { call, thread_id: thread }, Explained)
}
