import type { Clock } from '@countersign/agent'
import {
  layoutRoutes,
  LAYOUTS_LIMIT,
  type KeptLayout,
  type ScreenClass,
  type UserId,
} from '@countersign/protocol'
import { sql } from 'kysely'
import type { Feature } from '../../platform/feature.ts'
import { refuse, route } from '../../platform/route.ts'
import type { Store } from '../../store/open-store.ts'

/** Pane layouts in a folder, for each person, name and screen size. */
export const layouts: Feature = {
  name: 'layouts',
  migrations: [
    {
      version: 1,
      name: 'layouts',
      sql: `create table layouts (
        owner text not null, folder text not null, name text not null, screen text not null,
        layout text not null, used_at bigint not null,
        primary key (owner, folder, name, screen))`,
    },
  ],
  tables: [{ name: 'layouts', order: 'owner, folder, name, screen' }],
  start({ clock, store }) {
    const kept = storedLayouts(store, clock)
    return {
      routes: [
        route(layoutRoutes.list, async ({ actor, query }) => ({
          layouts: await kept.list(actor.user, query.folder),
        })),
        route(layoutRoutes.keep, async ({ actor, body: { folder, ...layout } }) =>
          (await kept.keep(actor.user, folder, layout))
            ? { kept: true }
            : refuse(
                409,
                'unavailable',
                `there is room for ${LAYOUTS_LIMIT} layouts in a folder; remove one first`,
              ),
        ),
        route(layoutRoutes.remove, async ({ actor, query: { folder, name, screen } }) => ({
          removed: await kept.remove(actor.user, { folder, name, screen }),
        })),
      ],
    }
  },
}

function storedLayouts({ db }: Pick<Store, 'db'>, clock: Clock) {
  return {
    async list(user: UserId, folder: string): Promise<readonly KeptLayout[]> {
      const { rows } = await sql<{ name: string; screen: ScreenClass; layout: string }>`
        select name, screen, layout from layouts where owner = ${user} and folder = ${folder}
        order by used_at desc, name`.execute(db)
      return rows.map(({ layout, ...row }) => ({
        ...row,
        layout: JSON.parse(layout) as KeptLayout['layout'], // `keep` wrote it
      }))
    },
    /** False: the limit is reached. */
    async keep(user: UserId, folder: string, { name, screen, layout }: KeptLayout): Promise<boolean> {
      const { rows } = await sql`
        insert into layouts (owner, folder, name, screen, layout, used_at)
        select ${user}, ${folder}, ${name}, ${screen}, ${JSON.stringify(layout)}, ${clock.now()}
        where (select count(*) from layouts
          where owner = ${user} and folder = ${folder} and not (name = ${name} and screen = ${screen})) < ${LAYOUTS_LIMIT}
        on conflict (owner, folder, name, screen) do update set layout = excluded.layout, used_at = excluded.used_at
        returning name`.execute(db)
      return rows.length > 0
    },
    async remove(
      user: UserId,
      { folder, name, screen }: { folder: string; name: string; screen: ScreenClass | undefined },
    ): Promise<number> {
      const { rows } = await sql`
        delete from layouts where owner = ${user} and folder = ${folder} and name = ${name}
        and (${screen ?? null}::text is null or screen = ${screen ?? null}) returning name`.execute(db)
      return rows.length
    },
  }
}
