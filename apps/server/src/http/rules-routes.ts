import type { PolicySource, Toolbelt } from '@countersign/agent'
import {
  BUILTIN_TOOLS,
  decide,
  explain,
  explainParts,
  formatRule,
  parseRule,
  readCallText,
  type ListName,
} from '@countersign/policy'
import { RuleId, ThreadId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { holdsSecret } from '../audit/mask.ts'
import { SECRET_IN_RULE, type RecordedCalls, type Rules } from '../rules/ports.ts'
import { addProjectRule } from '../rules/project-rule.ts'
import { errorsShown, readRuleFileText } from '../rules/rule-file-text.ts'
import { readRuleFile, type RuleFile } from '../rules/rule-file.ts'
import type { Threads } from '../turns/ports.ts'
import type { Guards } from './guards.ts'

export interface RulesRoutesParts {
  readonly user: UserId
  readonly rules: Rules
  readonly recorded: RecordedCalls
  readonly threads: Threads
  /** Tools that there are now, those of clients included. */
  readonly belt: Pick<Toolbelt, 'all'>
  readonly policy: PolicySource
  /** Folder that new chats work in. */
  readonly workspace: string
  readonly home: string
  /** Folders of the gate itself. */
  readonly own: readonly string[]
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const NewRule = z.object({
  list: z.enum(['allow', 'ask', 'deny'] satisfies ListName[]),
  text: z.string().min(1).max(20_000),
  thread_id: ThreadId.optional(),
})
const NewProjectRule = NewRule.required({ thread_id: true }).extend({
  hash: z.string().length(64).nullable(),
})
const Trust = z.object({ workspace: z.string().min(1).max(4096), hash: z.string().length(64).nullable() })
const OneFile = z.object({ layer: z.enum(['managed', 'project']), thread_id: ThreadId.optional() })
const Tried = z.object({ call: z.string().min(1).max(20_000), thread_id: ThreadId })

/** Days that a backtest looks back. */
const BACKTEST_DAYS = 30

/** Rules as a resource: list, keep, remove, and try a call against the policy of a chat. */
export function rulesRoutes(app: FastifyInstance, parts: RulesRoutesParts): void {
  const { guards, refuse, rules, user } = parts

  app.get('/api/rules', guards.read, async () => ({ rules: await rules.list(user) }))

  app.post('/api/rules', guards.person, async (request, reply) => {
    const body = NewRule.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const read = await readRule(body.data.text, parts)
    if (!read.ok) return refuse(reply, 400, 'bad_rule', read.message)
    const { list, thread_id } = body.data
    if (thread_id !== undefined && !(await parts.threads.get(user, thread_id))) {
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    }
    const rule = {
      list,
      text: read.text,
      ...(thread_id === undefined ? {} : { threadId: thread_id }),
    }
    return { rule: await rules.add(user, rule) }
  })

  app.post('/api/rules/project', guards.person, async (request, reply) => {
    const body = NewProjectRule.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const read = await readRule(body.data.text, parts)
    if (!read.ok) return refuse(reply, 400, 'bad_rule', read.message)
    // The folder is the chat's: nobody has a line written into any other.
    const thread = await parts.threads.get(user, body.data.thread_id)
    if (!thread) return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const { workspace } = thread
    const rule = { list: body.data.list, text: read.text }
    const trusted = await rules.trusted(user, workspace)
    const added = await addProjectRule({ ...rule, workspace, seen: body.data.hash }, trusted)
    if (!added.ok) return refuse(reply, 409, added.code, added.message)
    // The text that was trusted, and a line that this person wrote: nothing in it is new to them.
    await rules.trust(user, { workspace, hash: added.hash, added: rule })
    return { hash: added.hash }
  })

  app.delete('/api/rules/:id', guards.person, async (request, reply) => {
    const id = z.object({ id: RuleId }).safeParse(request.params)
    const removed = id.success && (await rules.remove(user, id.data.id))
    return removed
      ? { ok: true }
      : refuse(reply, 404, 'not_found', 'there is no such rule; it may have been removed')
  })

  app.post('/api/decide', guards.read, async (request, reply) => {
    const body = Tried.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const thread = await parts.threads.get(user, body.data.thread_id)
    if (!thread) return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const { home, own } = parts
    const place = { workspace: thread.workspace, cwd: thread.workspace, home, own }
    const decision = decide(readCallText(body.data.call, place), await parts.policy.snapshot(thread.id))
    return { decision, sentence: explain(decision), parts: explainParts(decision) }
  })

  app.get('/api/rules/files', guards.read, async (request, reply) => {
    const query = z.object({ workspace: z.string().max(4096).optional() }).safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    const { workspace = parts.workspace } = query.data
    const files = await Promise.all([
      readRuleFile('managed'),
      readRuleFile('project', workspace, await rules.trusted(user, workspace)),
    ])
    return { workspace, home: parts.home, own: parts.own, files: files.map(fileView) }
  })

  app.get('/api/rules/file', guards.read, async (request, reply) => {
    const query = OneFile.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    const { layer, thread_id: id } = query.data
    const thread = id === undefined ? undefined : await parts.threads.get(user, id)
    if (id !== undefined && thread === undefined)
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const read = await readRuleFileText(layer, thread?.workspace ?? parts.workspace)
    if (read.ok) return read.value
    return refuse(reply, read.code === 'not_found' ? 404 : 409, read.code, read.message)
  })

  app.post('/api/rules/trust', guards.person, async (request, reply) => {
    const body = Trust.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const { workspace, hash } = body.data
    const { hash: now } = await readRuleFile('project', workspace, null)
    if (hash !== null && hash !== now)
      return refuse(reply, 409, 'stale', 'the file changed since it was shown; read it again')
    await rules.trust(user, { workspace, hash })
    return { ok: true }
  })

  app.get('/api/recorded', guards.read, async () => ({
    calls: await parts.recorded.recent(user, BACKTEST_DAYS),
  }))
}

/** A rule as it is kept, or why it is not. */
async function readRule(
  text: string,
  parts: KnownTools,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }> {
  const parsed = await readKnownRule(text, parts)
  if (!parsed.ok) {
    const { message, position, suggestion } = parsed.error
    const hint = suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`
    return { ok: false, message: `${message} at ${position + 1}${hint}` }
  }
  return holdsSecret(text)
    ? { ok: false, message: SECRET_IN_RULE }
    : { ok: true, text: formatRule(parsed.value) }
}

/** Where tools are known from that are not built in. */
type KnownTools = Pick<RulesRoutesParts, 'belt' | 'recorded' | 'user'>

/** A name that is nearly one of ours is taken for a slip, unless a tool of that name is there or was; others may come later. */
async function readKnownRule(text: string, parts: KnownTools): Promise<ReturnType<typeof parseRule>> {
  const parsed = parseRule(text)
  const known = parseRule(text, { tools: [...BUILTIN_TOOLS.keys()] })
  if (!parsed.ok || known.ok || known.error.suggestion === undefined) return parsed
  return (await isTool(parsed.value.tool, parts)) ? parsed : known
}

async function isTool(name: string, { belt, recorded, user }: KnownTools): Promise<boolean> {
  if (belt.all().some((tool) => tool.name === name)) return true
  const calls = await recorded.recent(user, BACKTEST_DAYS)
  return calls.some(({ call }) => call.tool.name === name)
}

/** A file of rules for those who look at it: what it says, what is wrong with it, and whether it is trusted. */
function fileView({ path, file, text, hash, layer }: RuleFile) {
  return {
    layer: layer.layer,
    path,
    hash,
    trusted: layer.trusted === true,
    unreadable: (layer.unreadable ?? []).length > 0,
    mode: file?.mode ?? null,
    lists: {
      deny: layer.lists.deny ?? [],
      ask: layer.lists.ask ?? [],
      allow: layer.lists.allow ?? [],
    },
    errors: text === undefined ? [] : errorsShown(text),
    expectations: file?.expectations ?? [],
  }
}
