import { statusRoutes, type BroughtView, type StatusPart } from '@countersign/protocol'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { refuse, route } from '../../platform/route.ts'
import { keptPlaces, sizeOf } from './kept-places.ts'

/** The state of this server: its own parts, and those that features report. */
export const status: Feature = {
  name: 'status',
  start(host) {
    let open = 0
    return {
      connected() {
        open += 1
        return () => (open -= 1)
      },
      routes: [
        route(statusRoutes.state, async () => ({
          version: host.version,
          boot: host.boot,
          now: host.clock.now(),
          parts: [...(await ownParts(host, open)), ...(await host.status())],
        })),
        route(statusRoutes.places, async ({ gone }) => ({
          folder: host.folder,
          places: await keptPlaces(host.folder, gone),
        })),
        route(statusRoutes.brought, async () => ({ brought: await broughtViews(host) })),
        route(statusRoutes.removeBrought, async ({ body: { id } }) => {
          const found = (await host.brought()).find((one) => one.id === id)
          if (found === undefined) return refuse(404, 'not_found', 'it no longer exists')
          await found.remove()
          return { brought: await broughtViews(host) }
        }),
      ],
    }
  },
}

async function broughtViews(host: Host): Promise<readonly BroughtView[]> {
  const all = await host.brought()
  return Promise.all(
    all.map(async ({ id, name, path }) => {
      const { bytes, more } = await sizeOf(path, true)
      return { id, name, bytes, more }
    }),
  )
}

async function ownParts(host: Host, open: number): Promise<readonly StatusPart[]> {
  const [reached, sandbox, notReady] = await Promise.all([
    host.store.reachable(),
    host.sandbox.state(),
    host.notReady(),
  ])
  const part = (name: string, state: StatusPart['state'], text: string): StatusPart => ({
    group: 'server',
    name,
    state,
    text,
  })
  const { trees, by } = await host.watches.state()
  return [
    part('Server', notReady === undefined ? 'well' : 'trouble', notReady ?? 'Running.'),
    part(
      'Database',
      reached ? 'well' : 'trouble',
      reached ? 'Connected.' : 'Not responding. Check that PostgreSQL is running.',
    ),
    sandbox.kind === 'on'
      ? part('Sandbox', 'well', 'Commands run inside it.')
      : part('Sandbox', 'off', `Commands run without one: ${sandbox.reason}`),
    part('Connections', 'well', open === 1 ? '1 window is connected.' : `${open} windows are connected.`),
    part(
      'Watches',
      trees === 0 ? 'off' : 'well',
      trees === 0 ? 'No folder is watched.' : `${trees} folders are watched, ${by.scans} of them by scans.`,
    ),
  ]
}
