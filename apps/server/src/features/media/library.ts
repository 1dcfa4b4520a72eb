import {
  IMAGE_SIDE,
  MEDIA_DAYS,
  MEDIA_OF_PERSON,
  MediaPrice,
  PICTURE_BYTES,
  SOUND_BYTES,
  SOUND_SECONDS,
  type CallId,
  type MediaId,
  type MediaView,
  type ThreadId,
  type UserId,
} from '@countersign/protocol'
import { sql } from 'kysely'
import { hashIn, IMAGE_FILES, MEDIA_FILES } from '../../media/image-store.ts'
import { imageSize, imageType } from '../../media/image-facts.ts'
import { soundSeconds, soundType } from '../../media/sound-facts.ts'
import { hashOf, type ContentFiles } from '../../platform/files/content-files.ts'
import type { Host } from '../../platform/host.ts'
import type { Migration } from '../../store/migrations/migrations.ts'

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'media',
    sql: `create table media (
      owner text not null,
      hash text not null,
      kind text not null check (kind in ('picture', 'sound')),
      media_type text not null,
      bytes bigint not null,
      width integer,
      height integer,
      seconds double precision,
      name text not null,
      origin text not null check (origin in ('sent', 'made')),
      text text,
      model text,
      price json,
      thread_id text,
      call_id text,
      kept boolean not null default false,
      created_at timestamptz not null default clock_timestamp(),
      used_at timestamptz not null default clock_timestamp(),
      primary key (owner, hash)
    );
    create index media_by_time on media (owner, created_at desc)`,
  },
]

/** The origin of an item. */
export interface Origin {
  readonly name: string
  readonly origin: MediaView['origin']
  readonly text?: string
  readonly model?: string | null
  readonly price?: MediaPrice
  readonly threadId?: ThreadId
  readonly callId?: CallId
}

export type Kept =
  | { readonly ok: true; readonly media: MediaView }
  | { readonly ok: false; readonly code: 'not_media' | 'too_large' | 'full'; readonly text: string }

interface Page {
  readonly kind?: MediaView['kind'] | undefined
  readonly limit: number
  readonly before?: number | undefined
}

/** Pictures and sounds of each person, by content hash. */
export interface Library {
  /** Stores an item within the limits, typed by its bytes and not by its name. */
  add(owner: UserId, bytes: Buffer, from: Origin): Promise<Kept>
  /** Why nothing more can be stored; undefined: there is room. */
  full(owner: UserId): Promise<string | undefined>
  find(owner: UserId, id: MediaId): Promise<MediaView | undefined>
  /** Reading it marks it as used. */
  read(id: MediaId): Promise<{ readonly bytes: Buffer; readonly mediaType: string } | undefined>
  list(owner: UserId, page: Page): Promise<readonly MediaView[]>
  bytesOf(owner: UserId): Promise<number>
  keep(owner: UserId, id: MediaId, kept: boolean): Promise<MediaView | undefined>
  /** False: there was none. */
  remove(owner: UserId, id: MediaId): Promise<boolean>
  /** Removes items that nobody kept and nobody used for long. */
  prune(): Promise<void>
  hashes(): Promise<ReadonlySet<string>>
}

/** Milliseconds after which a use is recorded again. */
const USE_COUNTS = 3_600_000

interface Row {
  readonly hash: string
  readonly kind: MediaView['kind']
  readonly media_type: string
  readonly bytes: string | number
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  readonly name: string
  readonly origin: MediaView['origin']
  readonly text: string | null
  readonly model: string | null
  readonly price: unknown
  readonly thread_id: ThreadId | null
  readonly call_id: CallId | null
  readonly kept: boolean
  readonly created: string | number
  readonly used: string | number
}

const COLUMNS = sql`hash, kind, media_type, bytes, width, height, seconds, name, origin, text, model, price, thread_id, call_id, kept,
  floor(extract(epoch from created_at) * 1000) as created, floor(extract(epoch from used_at) * 1000) as used`

export function openLibrary(
  host: Pick<Host, 'files'> & { readonly store: Pick<Host['store'], 'db'> },
  limit = MEDIA_OF_PERSON,
): Library {
  const { db } = host.store
  const files = host.files.in(MEDIA_FILES.folder)
  const older = host.files.in(IMAGE_FILES.folder)
  const one = async (owner: UserId, id: MediaId) => {
    const { rows } =
      await sql<Row>`select ${COLUMNS} from media where owner = ${owner} and hash = ${hashIn(id)}`.execute(db)
    return rows[0] && viewOf(rows[0])
  }
  const bytesOf = async (owner: UserId) => {
    const { rows } = await sql<{
      sum: string | null
    }>`select sum(bytes) as sum from media where owner = ${owner}`.execute(db)
    return Number(rows[0]?.sum ?? 0)
  }
  return {
    bytesOf,
    find: one,
    async full(owner) {
      return (await bytesOf(owner)) >= limit ? fullText(limit) : undefined
    },
    async add(owner, bytes, from) {
      const facts = factsOf(bytes, from.name)
      if (!facts.ok) return facts
      const hash = hashOf(bytes)
      const known = await one(owner, `med_${hash}`)
      if (known === undefined && (await bytesOf(owner)) + bytes.length > limit)
        return { ok: false, code: 'full', text: fullText(limit) }
      await files.put(bytes, { hash })
      const { kind, mediaType, width, height, seconds } = facts
      const price = from.price === undefined ? null : JSON.stringify(from.price)
      await sql`
        insert into media (owner, hash, kind, media_type, bytes, width, height, seconds, name, origin, text, model, price, thread_id, call_id)
        values (${owner}, ${hash}, ${kind}, ${mediaType}, ${bytes.length}, ${width ?? null}, ${height ?? null}, ${seconds ?? null},
          ${plain(from.name).slice(0, 300)}, ${from.origin}, ${from.text === undefined ? null : plain(from.text)}, ${from.model ?? null},
          ${price}::json, ${from.threadId ?? null}, ${from.callId ?? null})
        on conflict (owner, hash) do update set used_at = clock_timestamp()`.execute(db)
      const media = await one(owner, `med_${hash}`)
      if (media === undefined) throw new Error('what was just stored is no longer there')
      return { ok: true, media }
    },
    async list(owner, { kind, limit: most, before }) {
      const { rows } = await sql<Row>`select ${COLUMNS} from media where owner = ${owner}
        and (${kind ?? null}::text is null or kind = ${kind ?? null})
        and (${before ?? null}::bigint is null or created_at < to_timestamp(${before ?? null}::bigint / 1000.0))
        order by created_at desc, hash limit ${most}`.execute(db)
      return rows.map(viewOf)
    },
    async keep(owner, id, kept) {
      await sql`update media set kept = ${kept}, used_at = clock_timestamp() where owner = ${owner} and hash = ${hashIn(id)}`.execute(
        db,
      )
      return one(owner, id)
    },
    async remove(owner, id) {
      const hash = hashIn(id)
      const { rows } =
        await sql`delete from media where owner = ${owner} and hash = ${hash} returning hash`.execute(db)
      if (rows.length === 0) return false
      const others = await sql`select 1 from media where hash = ${hash} limit 1`.execute(db)
      if (others.rows.length === 0) for (const place of [files, older]) await place.remove(hash)
      return true
    },
    ...byContent(db, files, older),
  }
}

/** Queries about a content, whoever owns it. */
function byContent(
  db: Host['store']['db'],
  files: ContentFiles,
  older: ContentFiles,
): Pick<Library, 'read' | 'prune' | 'hashes'> {
  return {
    async read(id) {
      const hash = hashIn(id)
      const bytes = (await files.get(hash)) ?? (await older.get(hash))
      const mediaType = bytes && (imageType(bytes) ?? soundType(bytes))
      if (bytes === undefined || mediaType === undefined) return undefined
      if (!(await files.touch(hash))) await older.touch(hash)
      await sql`update media set used_at = clock_timestamp()
        where hash = ${hash} and used_at < clock_timestamp() - ${USE_COUNTS} * interval '1 millisecond'`.execute(
        db,
      )
      return { bytes, mediaType }
    },
    async prune() {
      await sql`delete from media where not kept and used_at < clock_timestamp() - ${MEDIA_DAYS} * interval '1 day'`.execute(
        db,
      )
    },
    async hashes() {
      const { rows } = await sql<{ hash: string }>`select hash from media`.execute(db)
      return new Set(rows.map(({ hash }) => hash))
    },
  }
}

function fullText(limit: number): string {
  return `your pictures and sounds fill ${limit / 1e9} GB, the limit for one person: remove some under Settings → Media, or with \`countersign media remove\``
}

/** PostgreSQL stores no NUL. */
function plain(text: string): string {
  return text.replaceAll('\0', '')
}

type Facts =
  | ({ readonly ok: true } & Pick<MediaView, 'kind' | 'width' | 'height' | 'seconds'> & {
        readonly mediaType: string
      })
  | Extract<Kept, { ok: false }>

function factsOf(bytes: Buffer, name: string): Facts {
  const image = imageType(bytes)
  if (image !== undefined) {
    const size = imageSize(bytes, image)
    if (size === undefined) return notMedia(name)
    if (bytes.length > PICTURE_BYTES || Math.max(size.width, size.height) > IMAGE_SIDE)
      return tooLarge(
        `a picture can have at most ${PICTURE_BYTES / 1e6} MB and ${IMAGE_SIDE} pixels per side`,
        name,
      )
    return { ok: true, kind: 'picture', mediaType: image, ...size }
  }
  const sound = soundType(bytes)
  if (sound === undefined) return notMedia(name)
  const seconds = soundSeconds(bytes, sound)
  if (bytes.length > SOUND_BYTES || (seconds ?? 0) > SOUND_SECONDS)
    return tooLarge(
      `a sound can have at most ${SOUND_BYTES / 1e6} MB and ${SOUND_SECONDS / 60} minutes`,
      name,
    )
  return { ok: true, kind: 'sound', mediaType: sound, ...(seconds === undefined ? {} : { seconds }) }
}

function notMedia(name: string): Extract<Kept, { ok: false }> {
  return {
    ok: false,
    code: 'not_media',
    text: `\`${name}\` is not a supported picture or sound`,
  }
}

function tooLarge(limit: string, name: string): Extract<Kept, { ok: false }> {
  return { ok: false, code: 'too_large', text: `\`${name}\` is too large: ${limit}` }
}

function viewOf(row: Row): MediaView {
  const price = MediaPrice.safeParse(row.price)
  return {
    id: `med_${row.hash}`,
    kind: row.kind,
    media_type: row.media_type,
    bytes: Number(row.bytes),
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    ...(row.seconds === null ? {} : { seconds: row.seconds }),
    name: row.name,
    origin: row.origin,
    text: row.text,
    model: row.model,
    price: price.success ? price.data : null,
    thread_id: row.thread_id,
    call_id: row.call_id,
    kept: row.kept,
    created_at: Number(row.created),
    used_at: Number(row.used),
  }
}
