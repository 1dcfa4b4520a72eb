import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { ToolEffect } from '../manifest.ts'
import { PluginPermissions } from '../plugins.ts'
import { Done } from '../common.ts'

/**
 * How a plugin is. found: it lies in a folder, and nobody installed it. ready: it runs in open pages. off: a person switched it off.
 * changed: it is not what was installed, and runs again once a person saw the difference. broken: it cannot be read.
 */
export const PluginState = z.enum(['found', 'ready', 'off', 'changed', 'broken'])

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const PluginToolView = z.object({
  name: z.string(),
  description: z.string(),
  params: z.record(z.string(), z.unknown()),
  effect: ToolEffect,
  specifier_template: z.string().optional(),
  lock: z.string().optional(),
})

export const PluginView = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  state: PluginState,
  /** Why it is broken, in words. */
  problem: z.string().nullable(),
  /** data: it lies in the data folder. project: in the folder that the server works in. */
  source: z.enum(['data', 'project']),
  folder: z.string(),
  /** Of what lies in the folder now; null: it cannot be read. */
  hash: Hash.nullable(),
  /** Of what a person installed; null: nobody did. */
  pinned: Hash.nullable(),
  /** Whether it is believed which of its tools only read. */
  trusted: z.boolean(),
  permissions: PluginPermissions,
  tools: z.array(PluginToolView).readonly(),
  /** Where its document is, if it may run. */
  frame: z.string().nullable(),
})
export type PluginView = z.infer<typeof PluginView>

export const PluginFile = z.object({ name: z.string(), before: z.string(), after: z.string() })
export type PluginFile = z.infer<typeof PluginFile>

const One = z.object({ id: z.string().max(64) })
const Reply = z.object({ plugin: PluginView })
const Folder = z.string().min(1).max(4000)

/** What a plugin is told: text, or why there is none. */
const Told = z.object({ ok: z.boolean(), text: z.string() })

/** Plugins: which there are, which run, and what they ask for over the bridge. */
export const pluginRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/plugins',
    needs: 'read',
    about: 'plugins that are installed, or lie in a folder of plugins',
    reply: z.object({ plugins: z.array(PluginView).readonly() }),
  }),
  look: defineRoute({
    method: 'POST',
    path: '/api/plugins/look',
    needs: 'person',
    about: 'what a folder has as a plugin; nothing is installed',
    body: z.object({ folder: Folder }),
    reply: Reply,
  }),
  install: defineRoute({
    method: 'POST',
    path: '/api/plugins',
    needs: 'person',
    about: 'copies a plugin from a folder and pins it; `hash` is that of what was looked at',
    body: z.object({ folder: Folder, hash: Hash }),
    reply: Reply,
  }),
  pin: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/pin',
    needs: 'person',
    about: 'installs one that was found, or agrees to what changed; `hash` is that of what was looked at',
    params: One,
    body: z.object({ hash: Hash }),
    reply: Reply,
  }),
  difference: defineRoute({
    method: 'GET',
    path: '/api/plugins/:id/difference',
    needs: 'read',
    about: 'its files as they were installed and as they are now',
    params: One,
    reply: z.object({ hash: Hash.nullable(), files: z.array(PluginFile).readonly() }),
  }),
  enable: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/enabled',
    needs: 'person',
    about: 'switches it on or off',
    params: One,
    body: z.object({ enabled: z.boolean() }),
    reply: Reply,
  }),
  trust: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/trust',
    needs: 'person',
    about: 'believes what it says of its tools, as they are in `hash`, or no longer',
    params: One,
    body: z.object({ trusted: z.boolean(), hash: Hash }),
    reply: Reply,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/plugins/:id',
    needs: 'person',
    about: 'removes it; the copy in the data folder goes with it',
    params: One,
    reply: Done,
  }),
  frame: defineRoute({
    method: 'GET',
    path: '/api/plugins/frames/:key',
    needs: 'open',
    about: 'the document of a plugin, in a sandbox; the key is a secret that the list gives',
    params: z.object({ key: z.string().regex(/^[\w-]{20,100}$/) }),
  }),
  read: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/read',
    needs: 'propose',
    about: 'reads a file for a plugin, in its paths and by the rules of the agent',
    params: One,
    body: z.object({ path: z.string().min(1).max(1000), thread_id: ThreadId.optional() }),
    reply: Told,
  }),
  fetch: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/fetch',
    needs: 'propose',
    about: 'fetches an address for a plugin, at a host that it declares, after the gate',
    params: One,
    body: z.object({ url: z.string().min(1).max(4000) }),
    reply: Told,
  }),
}
