import { decide, explain, explainParts, readCallText } from '@countersign/policy'
import { rulesRoutes, type UserId } from '@countersign/protocol'
import { addProjectRule } from './project-rule.ts'
import { errorsShown, readRuleFileText } from './rule-file-text.ts'
import { readRuleFile, type RuleFile } from '../../rules/rule-file.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { DONE, noSuchThread, refuse, route, type Route } from '../../platform/route.ts'
import { recordedCalls } from '../../store/call/recorded-calls.ts'
import { BACKTEST_DAYS, readRule, type KnownTools } from './known-rule.ts'

/** Rules, rules files, and trying a call against a thread's policy. */
export const rules: Feature = {
  name: 'rules',
  start(host) {
    const tools: KnownTools = { belt: host.belt, recorded: recordedCalls(host.store.db) }
    return { routes: [...keptRules(host, tools), ...ruleFiles(host), ...triedCalls(host, tools)] }
  },
}

function keptRules({ store }: Host, tools: KnownTools): readonly Route[] {
  const threadOf = (user: UserId, id: Parameters<typeof store.threads.get>[1]) => store.threads.get(user, id)
  return [
    route(rulesRoutes.list, async ({ actor }) => ({ rules: await store.rules.list(actor.user) })),
    route(rulesRoutes.add, async ({ actor: { user }, body }) => {
      const read = await readRule(body.text, user, tools)
      if (!read.ok) return refuse(400, 'bad_rule', read.message)
      const { list, thread_id: threadId } = body
      if (threadId !== undefined && !(await threadOf(user, threadId))) return noSuchThread()
      const rule = { list, text: read.text, ...(threadId === undefined ? {} : { threadId }) }
      return { rule: await store.rules.add(user, rule) }
    }),
    route(rulesRoutes.addToProject, async ({ actor: { user }, body }) => {
      const read = await readRule(body.text, user, tools)
      if (!read.ok) return refuse(400, 'bad_rule', read.message)
      // The folder of the thread: nobody can have a line written into any other.
      const thread = await threadOf(user, body.thread_id)
      if (!thread) return noSuchThread()
      const { workspace } = thread
      const rule = { list: body.list, text: read.text }
      const trusted = await store.rules.trusted(user, workspace)
      const added = await addProjectRule({ ...rule, workspace, seen: body.hash }, trusted)
      if (!added.ok) return refuse(409, added.code, added.message)
      // The trusted text plus a line that this person wrote: nothing in it is new to them.
      await store.rules.trust(user, { workspace, hash: added.hash, added: rule })
      return { hash: added.hash }
    }),
    route(rulesRoutes.remove, async ({ actor, params }) =>
      (await store.rules.remove(actor.user, params.id))
        ? DONE
        : refuse(404, 'not_found', 'there is no such rule; it may have been removed'),
    ),
  ]
}

function ruleFiles(host: Host): readonly Route[] {
  const { store } = host
  return [
    route(rulesRoutes.files, async ({ actor: { user }, query }) => {
      const { workspace = host.workspace } = query
      const files = await Promise.all([
        readRuleFile('managed'),
        readRuleFile('project', workspace, await store.rules.trusted(user, workspace)),
      ])
      return { workspace, home: host.home, own: host.own, files: files.map(fileView) }
    }),
    route(rulesRoutes.fileText, async ({ actor, query: { layer, thread_id: id } }) => {
      const thread = id === undefined ? undefined : await store.threads.get(actor.user, id)
      if (id !== undefined && thread === undefined) return noSuchThread()
      const read = await readRuleFileText(layer, thread?.workspace ?? host.workspace)
      if (read.ok) return read.value
      return refuse(read.code === 'not_found' ? 404 : 409, read.code, read.message)
    }),
    route(rulesRoutes.trust, async ({ actor, body: { workspace, hash } }) => {
      const { hash: now } = await readRuleFile('project', workspace, null)
      if (hash !== null && hash !== now)
        return refuse(409, 'stale', 'the file changed since it was shown; read it again')
      await store.rules.trust(actor.user, { workspace, hash })
      return DONE
    }),
  ]
}

function triedCalls({ store, policy, home, own }: Host, { recorded }: KnownTools): readonly Route[] {
  return [
    route(rulesRoutes.decide, async ({ actor, body }) => {
      const thread = await store.threads.get(actor.user, body.thread_id)
      if (!thread) return noSuchThread()
      const place = { workspace: thread.workspace, cwd: thread.workspace, home, own }
      const decision = decide(readCallText(body.call, place), await policy.snapshot(thread.id))
      return { decision: { ...decision }, sentence: explain(decision), parts: explainParts(decision) }
    }),
    route(rulesRoutes.recorded, async ({ actor }) => ({
      calls: await recorded.recent(actor.user, BACKTEST_DAYS),
    })),
  ]
}

/** A rules file for people: its text, its problems, and whether it is trusted. */
function fileView({ path, file, text, hash, layer }: RuleFile) {
  return {
    layer: layer.layer === 'managed' ? ('managed' as const) : ('project' as const),
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
