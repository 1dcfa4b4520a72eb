import { defineTool } from '@countersign/agent'
import { buildBody, type UserId } from '@countersign/protocol'
import { noteBody, noteCommands, noteRoutes } from '@countersign/protocol/testing/sample-feature'
import { sql } from 'kysely'
import { basename } from 'node:path'
import { z } from 'zod'
import { actByHand } from '../../platform/act-by-hand.ts'
import { command, OK, refuseCommand } from '../../platform/command.ts'
import type { Feature, Running } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { hashOf, type ContentFiles } from '../../platform/files/content-files.ts'
import type { FilesSpec } from '../../platform/files/files.ts'
import { route } from '../../platform/route.ts'
import { readSetting, setting } from '../../platform/setting.ts'
import { storedTopic } from '../../platform/topic.ts'
import type { Store } from '../../store/open-store.ts'
import { callbacks } from './callbacks.ts'

const LIMIT = setting({
  name: 'notes_limit',
  scope: 'person',
  schema: z.number().int().min(1).max(1000),
  standard: 3,
  about: 'How many notes are kept.',
  open: true,
})

/** Milliseconds. */
const TIDY_EVERY = 200
/** The text of each note as a file, which a backup includes and which stays as long as its note. */
const FILES: FilesSpec = { folder: 'notes', keepFor: 0, backup: true }

/** A feature that uses every seam. If the platform has one that is missing here, this does not compile. */
interface EverySeam extends Required<Feature> {
  start(host: Host): Required<Running>
}

/** A whole feature in a folder: every seam that a feature can use, as small as possible. `CONTRIBUTING.md` walks through it. */
export const notes: EverySeam = {
  name: 'notes',
  migrations: [
    {
      version: 1,
      name: 'notes',
      sql: `create table notes (id integer generated always as identity primary key, owner text not null, text text not null)`,
    },
  ],
  tables: [{ name: 'notes', order: 'id' }],
  settings: [LIMIT],
  bodies: [noteBody],
  files: [FILES],
  capabilities: [{ id: 'notes', contexts: ['thread', 'editor'], about: 'notes' }],
  start(host) {
    const { failed, files, store, watches } = host
    const kept = storedNotes(store, files.in(FILES.folder))
    let tidiedFor: UserId | null = null
    const addNote = (user: UserId) =>
      defineTool({
        name: 'notes.add',
        title: () => 'Add a note',
        description: 'Keeps a note for the person.',
        category: 'write',
        destructive: false,
        editSafe: false,
        capability: 'notes',
        specifier: { kind: 'text', template: '{text}' },
        repeat: 'never',
        parallelSafe: true,
        input: z.object({ text: z.string().min(1) }),
        inspect: async ({ text }) => ({
          specifier: { kind: 'text', text },
          body: buildBody(noteBody, {
            data: { text, kept: (await kept.list(user)).length },
            entries: [{ name: 'text', value: text }],
          }),
          targets: [],
        }),
        async run({ text }) {
          await kept.add(user, text)
          return { ok: true, text: 'Kept.' }
        },
      })
    return {
      ...callbacks(host),
      tools: () => [roomForNotes],
      forPerson: async (user) => ({ tools: [addNote(user)], remembered: [] }),
      routes: [
        route(noteRoutes.list, async ({ actor }) => ({
          notes: await kept.list(actor.user),
          tidied_for: tidiedFor,
        })),
        route(noteRoutes.write, async ({ actor, body }) => {
          const tool = addNote(actor.user)
          const { state, text } = await actByHand(host, actor, {
            workspace: host.workspace,
            tool,
            args: body,
          })
          return { state, text }
        }),
      ],
      jobs: [
        {
          name: 'tidying up the notes',
          every: TIDY_EVERY,
          async run({ user }) {
            await kept.tidy(user)
            tidiedFor = user
          },
        },
      ],
      commands: [
        command(noteCommands.add, async ({ actor, command: { text } }) => {
          const limit = await readSetting(store.settings, LIMIT, actor.user)
          if ((await kept.list(actor.user)).length >= limit)
            return refuseCommand('unavailable', `there is room for ${limit} notes; raise \`notes_limit\``)
          await kept.add(actor.user, text)
          return OK
        }),
        command(noteCommands.follow, async ({ actor, command: { folder } }) => {
          await watches.follow({
            root: folder,
            what: 'gitignore',
            changed(changes) {
              for (const { kind, path } of changes)
                if (kind === 'created')
                  kept
                    .add(actor.user, basename(path))
                    .catch((cause: unknown) => failed('adding a note', cause))
            },
          })
          return OK
        }),
      ],
      filesInUse: () => kept.hashes(),
      topics: [storedTopic('notes', store.topics, async ({ user }, id) => user === id)],
    }
  },
}

/** The same for everyone, so every turn has it. */
const roomForNotes = defineTool({
  name: 'notes.room',
  title: () => 'Look how many notes are kept',
  description: 'Says how many notes are kept unless the person changed it.',
  category: 'read',
  destructive: false,
  editSafe: true,
  capability: 'notes',
  specifier: { kind: 'text', template: '' },
  repeat: 'safe',
  parallelSafe: true,
  input: z.object({}),
  inspect: async () => ({
    specifier: { kind: 'text', text: '' },
    body: { kind: 'arguments', entries: [] },
    targets: [],
  }),
  run: async () => ({ ok: true, text: `${LIMIT.standard}` }),
})

function storedNotes({ db, topics }: Pick<Store, 'db' | 'topics'>, files: ContentFiles) {
  return {
    async hashes(): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ text: string }>`select text from notes`.execute(db)
      return new Set(rows.map(({ text }) => hashOf(Buffer.from(text))))
    },
    async list(user: UserId) {
      const { rows } = await sql<{ id: number; text: string }>`
        select id, text from notes where owner = ${user} order by id`.execute(db)
      return rows
    },
    /** Of notes with equal text, the first stays. */
    async tidy(user: UserId) {
      await sql`delete from notes using notes as first
        where notes.owner = ${user} and first.owner = notes.owner and first.text = notes.text and first.id < notes.id`.execute(
        db,
      )
    },
    async add(user: UserId, text: string) {
      await files.put(Buffer.from(text))
      await sql`insert into notes (owner, text) values (${user}, ${text})`.execute(db)
      await topics.publish(`notes:${user}`, { added: text })
    },
  }
}
