import { promptRoutes, PROMPTS_LIMIT, type SavedPrompt, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Feature } from '../../platform/feature.ts'
import { refuse, route } from '../../platform/route.ts'
import type { Store } from '../../store/open-store.ts'

/** Messages that a person saves under a name, to send them with `/name`. */
export const prompts: Feature = {
  name: 'prompts',
  migrations: [
    {
      version: 1,
      name: 'prompts',
      sql: `create table prompts (owner text not null, name text not null, text text not null, primary key (owner, name))`,
    },
  ],
  tables: [{ name: 'prompts', order: 'owner, name' }],
  start({ store }) {
    const kept = storedPrompts(store)
    const view = async (user: UserId) => ({ prompts: await kept.list(user) })
    return {
      routes: [
        route(promptRoutes.list, ({ actor }) => view(actor.user)),
        route(promptRoutes.save, async ({ actor: { user }, params: { name }, body: { text } }) =>
          (await kept.save(user, { name, text }))
            ? view(user)
            : refuse(409, 'unavailable', `there is room for ${PROMPTS_LIMIT} prompts; remove one first`),
        ),
        route(promptRoutes.remove, async ({ actor: { user }, params: { name } }) =>
          (await kept.remove(user, name))
            ? view(user)
            : refuse(404, 'not_found', `there is no saved prompt \`${name}\``),
        ),
      ],
    }
  },
}

function storedPrompts({ db }: Pick<Store, 'db'>) {
  return {
    async list(user: UserId): Promise<readonly SavedPrompt[]> {
      const { rows } = await sql<SavedPrompt>`
        select name, text from prompts where owner = ${user} order by name`.execute(db)
      return rows
    },
    /** False: the limit is reached. */
    async save(user: UserId, { name, text }: SavedPrompt): Promise<boolean> {
      const { rows } = await sql`
        insert into prompts (owner, name, text)
        select ${user}, ${name}, ${text}
        where (select count(*) from prompts where owner = ${user} and name <> ${name}) < ${PROMPTS_LIMIT}
        on conflict (owner, name) do update set text = excluded.text
        returning name`.execute(db)
      return rows.length > 0
    },
    async remove(user: UserId, name: string): Promise<boolean> {
      const { rows } = await sql`
        delete from prompts where owner = ${user} and name = ${name} returning name`.execute(db)
      return rows.length > 0
    },
  }
}
