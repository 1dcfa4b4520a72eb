import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { COLLECTION_NAME, PASSAGES_LIMIT, QUESTION_LIMIT, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { READ } from '../../rules/reading.ts'
import type { Db } from '../../store/sql/database.ts'
import { answerText, FRAME, seen } from './answers.ts'
import { passageById, passagesFrom } from './around.ts'
import { passageName, passageNumber, type GivenPassages } from './data/given.ts'
import type { CollectionRow, Library } from './data/library.ts'
import { QUERY, whyClosed, whyWithheld } from './readable.ts'
import type { DocumentAt } from './rank/found-passages.ts'
import type { Found, SearchWish } from './rank/search.ts'

export interface ToolParts {
  readonly db: Db
  readonly library: Library
  readonly given: GivenPassages
  search(wish: SearchWish): Promise<Found>
}

const SHARED = {
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'knowledge',
  repeat: 'safe',
  parallelSafe: true,
} as const

const USUAL = 8
const limit = z.number().int().min(1).max(PASSAGES_LIMIT).default(USUAL)
/** Limits: collections in a list, and passages on either side of one. */
const LISTED = 100
const AROUND = 2

/** The tools with which an agent reads a person's collections. Nothing here adds to one or deletes from it. */
export function collectionTools(parts: ToolParts, user: UserId): readonly Tool[] {
  return [listTool(parts, user), searchTool(parts, user), queryTool(parts, user)]
}

function listTool({ library }: ToolParts, user: UserId): Tool {
  return defineTool({
    ...SHARED,
    name: 'list_collections',
    description:
      'Lists the person’s document collections: name, description, documents, languages, last change.',
    input: z.object({}),
    specifier: { kind: 'text', template: '' },
    limits: [`${LISTED} collections`],
    title: () => 'List collections',
    inspect: () => ({
      specifier: { kind: 'text', text: '' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    async run(_input, context) {
      const judge = await context.judging(QUERY)
      const all = (await library.list(user)).filter(({ name }) => whyClosed(name, judge) === undefined)
      const lines = all.slice(0, LISTED).map(({ name, description, documents, languages, changed_at }) => {
        const facts = [
          `${documents.ready} documents`,
          ...(languages.length === 0 ? [] : [languages.join(', ')]),
          `changed ${new Date(changed_at).toISOString().slice(0, 10)}`,
        ]
        return `${seen(name)}: ${facts.join(' · ')}${description === '' ? '' : `\n  ${seen(description)}`}`
      })
      return {
        ok: true,
        text: lines.length === 0 ? 'There are no collections.' : lines.join('\n'),
        summary: countOf(lines.length, 'collection'),
      }
    },
  })
}

function searchTool({ library, search, given }: ToolParts, user: UserId): Tool {
  return defineTool({
    ...SHARED,
    name: 'search_collections',
    description:
      'Finds the collections and documents that answer a question: one line each, with a passage id. `query_collection` returns the passages.',
    input: z.object({ query: z.string().trim().min(1).max(QUESTION_LIMIT), limit }),
    specifier: { kind: 'text', template: '{query}' },
    limits: [`${PASSAGES_LIMIT} lines`],
    title: ({ query }) => `Search collections for ${query.slice(0, 80)}`,
    inspect: ({ query }) => ({
      specifier: { kind: 'text', text: query },
      body: { kind: 'arguments', entries: [{ name: 'query', value: query }] },
      targets: [],
    }),
    async run({ query, limit: most }, context) {
      const judge = await context.judging(QUERY)
      const open = (await library.rows(user)).filter(({ name }) => whyClosed(name, judge) === undefined)
      if (open.length === 0) return { ok: true, text: 'There are no collections.' }
      const found = await search({
        collections: open.map(({ key }) => key),
        question: query,
        limit: most,
        withheld: await withheldFor(context),
      })
      const names = new Map(open.map(({ key, name }) => [key, name]))
      await given.note(
        context.call.threadId,
        found.passages.map(({ id }) => id),
      )
      const lines = found.passages.map(
        ({ id, collection, document, place, text }) =>
          `[${passageName(id)}] ${seen([names.get(collection) ?? '', document.name, place].filter((one) => one !== '').join(' · '))}: ${seen(oneLine(text))}`,
      )
      const near = found.near.length > 0 ? [`[similar spellings: ${found.near.join(', ')}]`] : []
      return {
        ok: true,
        text:
          lines.length === 0
            ? ['Nothing was found.', ...near].join('\n')
            : [`[${FRAME}]`, ...lines].join('\n'),
        summary: countOf(lines.length, 'passage'),
      }
    },
  })
}

function queryTool(parts: ToolParts, user: UserId): Tool {
  return defineTool({
    ...SHARED,
    name: 'query_collection',
    description:
      'Returns passages from a collection that answer a question, with ids to cite as [p_…]. A person may mention a collection as @name. `document` searches one document; `around` returns the text before and after a passage.',
    input: z.object({
      collection: z.string().trim().min(1).max(COLLECTION_NAME).describe('Its name.'),
      query: z.string().trim().min(1).max(QUESTION_LIMIT).optional(),
      limit,
      document: z.string().min(1).max(1000).optional().describe('Name of a document.'),
      around: z.string().max(20).optional().describe('Id of a passage, `p_…`.'),
    }),
    specifier: { kind: 'text', template: '{collection}' },
    limits: [`${PASSAGES_LIMIT} passages`, '1,200 characters per passage', '24 kB per answer'],
    title: ({ collection }) => `Look up ${collection.slice(0, 80)}`,
    inspect: ({ collection, query, document, around }) => ({
      specifier: { kind: 'text', text: collection },
      body: {
        kind: 'arguments',
        entries: Object.entries({ collection, query, document, around }).flatMap(([name, value]) =>
          value === undefined ? [] : [{ name, value }],
        ),
      },
      targets: [],
    }),
    async run(input, context) {
      const collection = await named(parts.library, user, input.collection)
      if (collection === undefined)
        return failed(
          'not_found',
          `there is no collection \`${input.collection}\`; \`list_collections\` names them`,
        )
      // A rule names a collection in its own spelling, whatever case the call has.
      const why = whyClosed(collection.name, await context.judging(QUERY))
      if (why !== undefined && context.grounds.via !== 'person') return failed('blocked', why)
      if (input.around !== undefined) return around(parts, context, { collection, id: input.around })
      if (input.query === undefined)
        return failed('bad_arguments', 'give `query`, or `around` with a passage id')
      const document =
        input.document === undefined ? undefined : await documentNamed(parts, collection, input.document)
      if (input.document !== undefined && document === undefined)
        return failed('not_found', `there is no document \`${input.document}\` in it`)
      const found = await parts.search({
        collections: [collection.key],
        question: input.query,
        limit: input.limit,
        document,
        withheld: await withheldFor(context),
      })
      const { text, shown } = answerText(collection.name, found)
      await parts.given.note(context.call.threadId, shown)
      const words = found.passages.length === 0 ? 'nothing found' : countOf(shown.length, 'passage')
      return { ok: true, text, summary: words }
    },
  })
}

async function named(library: Library, user: UserId, wanted: string): Promise<CollectionRow | undefined> {
  return (await library.rows(user)).find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
}

async function documentNamed(
  { library }: ToolParts,
  collection: CollectionRow,
  wanted: string,
): Promise<number | undefined> {
  const fitting = await library.documents(collection.key, { after: 0, limit: 500, wanted })
  const found = fitting.find(({ name }) => name === wanted) ?? (fitting.length === 1 ? fitting[0] : undefined)
  return found === undefined ? undefined : (await library.document(collection.key, found.id))?.key
}

/** The text before and after a passage, which the current file rules must allow too. */
async function around(
  { db, given }: ToolParts,
  context: RunContext,
  { collection, id }: { readonly collection: CollectionRow; readonly id: string },
): Promise<ToolOutcome> {
  const number = passageNumber(id)
  const passage = number === undefined ? undefined : await passageById(db, number, [collection.key])
  if (passage === undefined) return failed('not_found', `there is no passage \`${id}\` in it`)
  const why = (await withheldFor(context))(passage.document)
  if (why !== undefined) return failed('blocked', `you may not read this document: ${why}`)
  const some = await passagesFrom(db, passage.document.key, {
    from: Math.max(0, passage.ordinal - AROUND),
    limit: AROUND * 2 + 1,
  })
  const { text, shown } = answerText(collection.name, {
    passages: some.map((one) => ({ ...one, also: [] })),
    found: [],
    taught: [],
    left: [],
    near: [],
    withheld: [],
    problem: null,
  })
  await given.note(context.call.threadId, shown)
  return { ok: true, text, summary: countOf(shown.length, 'passage') }
}

/** Judges the documents that a call meets by its thread's current file rules. */
async function withheldFor(context: RunContext): Promise<(document: DocumentAt) => string | undefined> {
  const judge = await context.judging(READ)
  const known = new Map<number, string | undefined>()
  return (document) => {
    if (!known.has(document.key)) known.set(document.key, whyWithheld(document, judge, context.place))
    return known.get(document.key)
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 160)}…`
}

function countOf(n: number, what: string): string {
  return n === 1 ? `1 ${what}` : `${n} ${what}s`
}

function failed(code: string, text: string): ToolOutcome {
  return { ok: false, code, text }
}
