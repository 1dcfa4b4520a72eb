import { pluginRoutes, type PluginFile, type UserId } from '@countersign/protocol'
import { join, relative } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { FilesSpec } from '../../platform/files/files.ts'
import type { Host } from '../../platform/host.ts'
import { Content, DONE, refuse, route, type Refused, type Route } from '../../platform/route.ts'
import { storedTopic } from '../../platform/topic.ts'
import { subjectOf } from '../../workspace/workspace-path.ts'
import { documentOf } from './document.ts'
import { fetchTool } from './fetch-tool.ts'
import { PLUGIN_CAPABILITY } from './owned-tools.ts'
import { pluginCalls, PLUGIN_THREADS, type PluginCalls } from './plugin-calls.ts'
import { openPlugins, type Changed, type Plugins } from './plugins.ts'
import { fitsOne } from './read-paths.ts'
import { PLUGINS, storedPlugins } from './stored-plugins.ts'

/** The installed files, to show later changes. */
const FILES: FilesSpec = { folder: 'plugin-files', keepFor: 0, backup: true }
/** Milliseconds between two checks of the plugin folders. */
const LOOK_EVERY = 3000

const GONE = refuse(404, 'not_found', 'there is no such plugin, or it is not running')

/** Plugins: untrusted code that runs in open pages, in an isolated frame. Their requests come here, and to the gate. */
export const plugins: Feature = {
  name: 'plugins',
  migrations: [
    {
      version: 1,
      name: 'threads of plugins',
      sql: `alter table threads drop constraint threads_kind_check;
        alter table threads add constraint threads_kind_check check (kind in ('chat', 'hand', 'plugin'))`,
    },
  ],
  settings: [PLUGINS, PLUGIN_THREADS],
  capabilities: [{ id: PLUGIN_CAPABILITY, contexts: ['thread', 'editor'], about: 'tools of plugins' }],
  files: [FILES],
  start(host) {
    const { store } = host
    const topicOf = (user: UserId) => `plugins:${user}`
    const own = openPlugins({
      stored: storedPlugins(store.settings),
      kept: host.files.in(FILES.folder),
      folder: join(host.folder, 'plugins'),
      project: async (user) => {
        const trusted = await store.rules.trusted(user, host.workspace)
        return trusted === null ? undefined : join(host.workspace, '.countersign', 'plugins')
      },
      newKey: () => host.chance.secret(),
      isTaken: (module) => host.belt.all().some(({ name }) => name.startsWith(`${module}.`)),
      changed: async (user) => {
        await store.topics.publish(topicOf(user), { changed: true })
      },
    })
    host.toolOwners.add(own.owner)
    return {
      routes: [...listRoutes(own), ...bridgeRoutes(host, own, pluginCalls(host))],
      jobs: [{ name: 'looking at the plugins', every: LOOK_EVERY, run: ({ user }) => own.refresh(user) }],
      topics: [storedTopic('plugins', store.topics, async ({ user }, id) => user === id)],
      filesInUse: () => own.hashes(),
    }
  },
}

function answer(changed: Changed): Refused | { readonly plugin: Extract<Changed, { ok: true }>['plugin'] } {
  if (changed.ok) return { plugin: changed.plugin }
  const { problem, message } = changed
  switch (problem) {
    case 'not_found':
      return refuse(404, problem, message)
    case 'hash_mismatch':
      return refuse(409, problem, message)
    case 'unreadable':
    case 'in_use':
      return refuse(400, 'bad_message', message)
  }
}

function listRoutes(own: Plugins): readonly Route[] {
  return [
    route(pluginRoutes.list, async ({ actor }) => ({ plugins: await own.list(actor.user) })),
    route(pluginRoutes.look, async ({ body }) => answer(await own.look(body.folder))),
    route(pluginRoutes.install, async ({ actor, body }) =>
      answer(await own.install(actor.user, body.folder, body.hash)),
    ),
    route(pluginRoutes.pin, async ({ actor, params, body }) =>
      answer(await own.pin(actor.user, params.id, body.hash)),
    ),
    route(pluginRoutes.enable, async ({ actor, params, body }) =>
      answer(await own.enable(actor.user, params.id, body.enabled)),
    ),
    route(pluginRoutes.trust, async ({ actor, params, body }) =>
      answer(await own.trust(actor.user, params.id, body)),
    ),
    route(pluginRoutes.remove, async ({ actor, params }) =>
      (await own.remove(actor.user, params.id)) ? DONE : GONE,
    ),
    route(pluginRoutes.difference, async ({ actor, params }) => {
      const found = await own.difference(actor.user, params.id)
      if (found === undefined) return GONE
      const file = (name: string, part: 'json' | 'main'): PluginFile => ({
        name,
        before: found.before?.[part] ?? '',
        after: found.after?.[part] ?? '',
      })
      return { hash: found.after?.hash ?? null, files: [file('plugin.json', 'json'), file('script', 'main')] }
    }),
    route(pluginRoutes.frame, ({ params }) => {
      const plugin = own.byKey(params.key)
      if (plugin === undefined) return GONE
      const { body, headers } = documentOf(plugin)
      return new Content(body, headers)
    }),
  ]
}

/** A plugin's requests over the bridge of its page. */
function bridgeRoutes(host: Host, own: Plugins, calls: PluginCalls): readonly Route[] {
  return [
    route(pluginRoutes.read, async ({ actor, params, body, gone }) => {
      const plugin = own.running(params.id)
      const tool = host.belt.get('files.read')
      if (plugin === undefined || tool === undefined) return GONE
      const thread =
        body.thread_id === undefined ? undefined : await host.store.threads.get(actor.user, body.thread_id)
      const workspace = thread?.workspace ?? host.workspace
      const { home, own: ownFolders } = host
      const place = { workspace, cwd: workspace, home, own: ownFolders }
      const { resolved } = await subjectOf(body.path, place)
      // The target matters, not the name.
      const path = relative(workspace, resolved)
      if (!fitsOne(path, plugin.manifest.permissions.read))
        return {
          ok: false,
          text: `\`${body.path.slice(0, 200)}\` is not one of the paths that the plugin declares`,
        }
      const { state, text } = await calls.pass({
        user: actor.user,
        plugin: plugin.manifest,
        workspace,
        tool,
        args: { path },
        signal: gone,
      })
      return { ok: state === 'succeeded', text }
    }),
    route(pluginRoutes.fetch, async ({ actor, params, body, gone }) => {
      const plugin = own.running(params.id)
      if (plugin === undefined) return GONE
      const { state, text } = await calls.pass({
        user: actor.user,
        plugin: plugin.manifest,
        workspace: host.workspace,
        tool: fetchTool(plugin.manifest, host.egress),
        args: { url: body.url },
        signal: gone,
      })
      return { ok: state === 'succeeded', text }
    }),
  ]
}
