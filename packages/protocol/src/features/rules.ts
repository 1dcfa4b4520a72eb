import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { Instant, RuleId, ThreadId } from '../ids.ts'
import { Done } from '../common.ts'

const Verdict = z.enum(['run', 'ask', 'block'])
const List = z.enum(['allow', 'ask', 'deny'])
const Texts = z.array(z.string()).readonly()

/** A rule that is kept in the database. */
export const RuleView = z.object({
  id: RuleId,
  list: List,
  layer: z.enum(['user', 'thread']),
  text: z.string(),
  threadId: ThreadId.nullable(),
  /** The call whose card it was kept from; null: a person wrote it. */
  createdFrom: z.string().nullable(),
  createdAt: Instant,
})
export type RuleView = z.infer<typeof RuleView>

export const NewRule = z.object({
  list: List,
  text: z.string().min(1).max(20_000),
  thread_id: ThreadId.optional(),
})
export const NewProjectRule = NewRule.required({ thread_id: true }).extend({
  /** Hash of the file as it was shown; null: there was none. */
  hash: z.string().length(64).nullable(),
})

/** A file of rules: its text, its problems, and whether it is trusted. */
export const RuleFileView = z.object({
  layer: z.enum(['managed', 'project']),
  path: z.string(),
  hash: z.string().nullable(),
  trusted: z.boolean(),
  unreadable: z.boolean(),
  mode: z.string().nullable(),
  lists: z.object({ deny: Texts, ask: Texts, allow: Texts }),
  errors: z.array(z.object({ line: z.number(), message: z.string() })).readonly(),
  expectations: z.array(z.object({ line: z.number(), call: z.string(), verdict: Verdict })).readonly(),
})
export type RuleFileView = z.infer<typeof RuleFileView>

export const RuleFiles = z.object({
  workspace: z.string(),
  home: z.string(),
  /** Folders of the gate itself. */
  own: Texts,
  files: z.array(RuleFileView),
})
export type RuleFiles = z.infer<typeof RuleFiles>

/** The text of a file of rules, masked. */
export const RuleFileText = z.object({
  path: z.string(),
  text: z.string(),
  /** Characters that were left out. */
  more: z.number(),
  errors: z
    .array(z.object({ line: z.number(), message: z.string(), suggestion: z.string().optional() }))
    .readonly(),
})
export type RuleFileText = z.infer<typeof RuleFileText>

/** A decision on a call, in words. */
export const ExplainedCall = z.object({
  decision: z.looseObject({ verdict: Verdict }),
  sentence: z.string(),
  parts: z.array(z.object({ label: z.string(), verdict: Verdict, why: z.string() })).readonly(),
})
export type ExplainedCall = z.infer<typeof ExplainedCall>

const PathSpecifier = z.object({ asked: z.string(), resolved: z.string().exactOptional() })
const Specifier = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shell'), command: z.string() }),
  z.object({ kind: z.literal('path'), paths: z.array(PathSpecifier).readonly() }),
  z.object({
    kind: z.literal('url'),
    url: z.string(),
    resolvedAddress: z.string().exactOptional(),
    also: z
      .array(
        z.object({ url: z.string(), builtin: z.enum(['@submit', '@download', '@upload']).exactOptional() }),
      )
      .readonly()
      .exactOptional(),
    file: z
      .object({ tool: z.enum(['files.read', 'files.create']), path: z.object({ asked: z.string() }) })
      .exactOptional(),
  }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])

/** A call of the past, as the policy judged it, and how it was answered. */
export const RecordedCallView = z.object({
  call: z.object({
    tool: z.object({
      name: z.string(),
      category: z.enum(['read', 'write', 'execute', 'external']),
      destructive: z.boolean(),
      editSafe: z.boolean(),
      kind: z.enum(['shell', 'path', 'url', 'text']),
    }),
    specifier: Specifier,
    place: z.object({
      workspace: z.string(),
      cwd: z.string(),
      home: z.string(),
      own: Texts.exactOptional(),
    }),
  }),
  id: z.string(),
  decided: Verdict,
  answer: z.enum(['allowed', 'denied', 'unanswered']).exactOptional(),
  at: Instant,
})

/** Rules, files of rules, and trying a call against them. */
export const rulesRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/rules',
    needs: 'read',
    about: 'the rules that are kept',
    reply: z.object({ rules: z.array(RuleView).readonly() }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/api/rules',
    needs: 'person',
    about: 'keeps one',
    body: NewRule,
    reply: z.object({ rule: RuleView }),
  }),
  addToProject: defineRoute({
    method: 'POST',
    path: '/api/rules/project',
    needs: 'person',
    about: "writes one into the file of a chat's folder, as it was seen",
    body: NewProjectRule,
    reply: z.object({ hash: z.string() }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/rules/:id',
    needs: 'person',
    about: 'removes one',
    params: z.object({ id: RuleId }),
    reply: Done,
  }),
  decide: defineRoute({
    method: 'POST',
    path: '/api/decide',
    needs: 'read',
    about: 'the decision on a call in a chat',
    body: z.object({ call: z.string().min(1).max(20_000), thread_id: ThreadId }),
    reply: ExplainedCall,
  }),
  files: defineRoute({
    method: 'GET',
    path: '/api/rules/files',
    needs: 'read',
    about: 'the files of rules: managed, and of a workspace',
    query: z.object({ workspace: z.string().max(4096).optional() }),
    reply: RuleFiles,
  }),
  fileText: defineRoute({
    method: 'GET',
    path: '/api/rules/file',
    needs: 'read',
    about:
      "one of them as text, masked, with what is wrong in it: `?layer=managed`, or `?layer=project&thread_id=` for that of a chat's folder",
    query: z.object({ layer: z.enum(['managed', 'project']), thread_id: ThreadId.optional() }),
    reply: RuleFileText,
  }),
  trust: defineRoute({
    method: 'POST',
    path: '/api/rules/trust',
    needs: 'person',
    about: 'trusts the file of a workspace for one text, or (null) no longer',
    body: z.object({ workspace: z.string().min(1).max(4096), hash: z.string().length(64).nullable() }),
    reply: Done,
  }),
  recorded: defineRoute({
    method: 'GET',
    path: '/api/recorded',
    needs: 'read',
    about: 'calls of the last 30 days with how they were answered, for a backtest',
    reply: z.object({ calls: z.array(RecordedCallView).readonly() }),
  }),
}
