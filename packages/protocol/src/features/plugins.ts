import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { ToolEffect } from '../manifest.ts'
import { PluginPermissions } from '../plugins.ts'
import { Done } from '../common.ts'

/**
 * The state of a plugin. found: it is in a folder, but not installed. ready: it runs in open pages. off: a person turned it
 * off. changed: it differs from what was installed, and runs again once a person has seen the difference. broken: it cannot be
 * read.
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
  /** Why it is broken. */
  problem: z.string().nullable(),
  /** data: in the data folder. project: in the folder that the server works in. */
  source: z.enum(['data', 'project']),
  folder: z.string(),
  /** Of what is in the folder now; null: it cannot be read. */
  hash: Hash.nullable(),
  /** Hash of the installed version; null: nobody installed it. */
  pinned: Hash.nullable(),
  /** Whether its claims about which tools only read are trusted. */
  trusted: z.boolean(),
  permissions: PluginPermissions,
  tools: z.array(PluginToolView).readonly(),
  /** The address of its document, if it may run. */
  frame: z.string().nullable(),
})
export type PluginView = z.infer<typeof PluginView>

export const PluginFile = z.object({ name: z.string(), before: z.string(), after: z.string() })
export type PluginFile = z.infer<typeof PluginFile>

const One = z.object({ id: z.string().max(64) })
const Reply = z.object({ plugin: PluginView })
const Folder = z.string().min(1).max(4000)

/** The answer to a plugin: text, or why there is none. */
const Told = z.object({ ok: z.boolean(), text: z.string() })

/** Plugins: which exist, which run, and their requests over the bridge. */
export const pluginRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/plugins',
    needs: 'read',
    about: 'plugins that are installed, or present in a plugin folder',
    reply: z.object({ plugins: z.array(PluginView).readonly() }),
  }),
  look: defineRoute({
    method: 'POST',
    path: '/api/plugins/look',
    needs: 'person',
    about: 'what a folder contains as a plugin; nothing is installed',
    body: z.object({ folder: Folder }),
    reply: Reply,
  }),
  install: defineRoute({
    method: 'POST',
    path: '/api/plugins',
    needs: 'person',
    about: 'copies a plugin from a folder and pins it; `hash` is that of the version that was reviewed',
    body: z.object({ folder: Folder, hash: Hash }),
    reply: Reply,
  }),
  pin: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/pin',
    needs: 'person',
    about:
      'installs a plugin that was found, or accepts its changes; `hash` is that of the version that was reviewed',
    params: One,
    body: z.object({ hash: Hash }),
    reply: Reply,
  }),
  difference: defineRoute({
    method: 'GET',
    path: '/api/plugins/:id/difference',
    needs: 'read',
    about: 'a plugin’s files as installed and as they are now',
    params: One,
    reply: z.object({ hash: Hash.nullable(), files: z.array(PluginFile).readonly() }),
  }),
  enable: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/enabled',
    needs: 'person',
    about: 'turns a plugin on or off',
    params: One,
    body: z.object({ enabled: z.boolean() }),
    reply: Reply,
  }),
  trust: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/trust',
    needs: 'person',
    about: 'trusts a plugin’s claims about its tools, for this `hash`, or ends the trust',
    params: One,
    body: z.object({ trusted: z.boolean(), hash: Hash }),
    reply: Reply,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/plugins/:id',
    needs: 'person',
    about: 'removes a plugin, and its copy in the data folder',
    params: One,
    reply: Done,
  }),
  frame: defineRoute({
    method: 'GET',
    path: '/api/plugins/frames/:key',
    needs: 'open',
    about: 'a plugin’s document, in a sandbox; the key is a secret from the list',
    params: z.object({ key: z.string().regex(/^[\w-]{20,100}$/) }),
  }),
  read: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/read',
    needs: 'propose',
    about: 'reads a file for a plugin, within its paths and under the agent’s rules',
    params: One,
    body: z.object({ path: z.string().min(1).max(1000), thread_id: ThreadId.optional() }),
    reply: Told,
  }),
  fetch: defineRoute({
    method: 'POST',
    path: '/api/plugins/:id/fetch',
    needs: 'propose',
    about: 'fetches an address for a plugin, from a host it declares, through the gate',
    params: One,
    body: z.object({ url: z.string().min(1).max(4000) }),
    reply: Told,
  }),
}
