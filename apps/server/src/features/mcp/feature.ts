import { mcpRoutes, type McpServerView, type StatusPart } from '@countersign/protocol'
import { mcpServers } from './mcp-servers.ts'
import { PINS, StoredPins } from './pins.ts'
import { LISTED, StoredServer } from './server-list.ts'
import { settingFamily } from '../../platform/setting.ts'
import type { Feature } from '../../platform/feature.ts'
import { DONE, Content, refuse, route } from '../../platform/route.ts'

const GONE = refuse(404, 'not_found', 'there is no MCP server with this name; it may have been removed')

/** Milliseconds between two reloads of the list of servers, which another process may have changed. */
const LOOK_EVERY = 15_000

/** The MCP servers that this server uses: the list, their state, and whether they are trusted. */
export const mcp: Feature = {
  name: 'mcp',
  settings: [
    settingFamily({
      name: LISTED,
      scope: 'server',
      schema: StoredServer,
      about: 'MCP servers that may be used.',
    }),
    settingFamily({
      name: PINS,
      scope: 'server',
      schema: StoredPins,
      about: 'Tools that a person has seen or trusts.',
    }),
  ],
  async start(host) {
    const ready = Promise.withResolvers<void>()
    const servers = await mcpServers({
      ready: ready.promise,
      settings: host.store.settings,
      vault: host.vault,
      clock: host.clock,
      reaper: host.reaper,
      home: host.home,
      folder: host.workspace,
      fetch: host.egress.fetch,
      redirectUrl: () => `${host.origin()}${mcpRoutes.signedIn.path}`,
      newState: () => host.chance.secret(),
    })
    return {
      tools: () => servers.tools(),
      jobs: [{ name: 'looking at the MCP servers', every: LOOK_EVERY, run: () => servers.refresh() }],
      // The server has its address: from now on others may be started and called.
      wake: () => ready.resolve(),
      close: () => servers.close(),
      status: async () => servers.list().map(statusOf),
      routes: [
        route(mcpRoutes.list, () => ({ servers: servers.list() })),
        route(mcpRoutes.put, async ({ params, body }) => ({ server: await servers.put(params.name, body) })),
        route(mcpRoutes.remove, async ({ params }) => ((await servers.remove(params.name)) ? DONE : GONE)),
        route(mcpRoutes.trust, async ({ params, body }) => {
          switch (await servers.trust(params.name, body.trusted ? body.hash : null)) {
            case 'ok':
              return { server: servers.list().find(({ name }) => name === params.name) }
            case 'changed':
              return refuse(409, 'hash_mismatch', 'the tools of this server changed; look at them again')
            case 'not_found':
              return GONE
          }
        }),
        route(mcpRoutes.authorize, ({ params }) => {
          const url = servers.signInAddress(params.name)
          return url === undefined
            ? refuse(409, 'unavailable', 'this server is not asking anyone to sign in')
            : { url }
        }),
        // The browser comes from another site and has no session: it must bring the secret that only this server gave out.
        route(mcpRoutes.signedIn, async ({ request }) => {
          const { searchParams } = new URL(request.url, 'http://localhost')
          const done = await servers.signedIn(searchParams).catch(() => false)
          const text = done ? 'Signed in. You can close this page.' : 'Signing in did not work. Try again.'
          return new Content(text, { 'content-type': 'text/plain; charset=utf-8' }, done ? 200 : 400)
        }),
        route(mcpRoutes.restart, ({ params }) => (servers.restart(params.name) ? DONE : GONE)),
      ],
    }
  },
}

function statusOf({ name, state, problem, tools }: McpServerView): StatusPart {
  const part = { group: 'mcp', name }
  if (state === 'off') return { ...part, state: 'off', text: 'Turned off.' }
  if (state === 'ready') return { ...part, state: 'well', text: `${tools.length} tools.` }
  if (state === 'authorize') return { ...part, state: 'trouble', text: 'Someone must sign in to it.' }
  return { ...part, state: problem === null ? 'off' : 'trouble', text: problem ?? 'Starting.' }
}
