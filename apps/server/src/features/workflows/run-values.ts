import {
  JSON_MIME,
  LARGE_VALUE,
  readFileValue,
  TEXT_MIME,
  type FileValue,
  type Json,
  type OpenFile,
  type Values,
} from '@countersign/workflow'
import type { UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { maskValue } from '../../audit/mask.ts'
import type { ContentFiles } from '../../platform/files/content-files.ts'
import type { FilesSpec } from '../../platform/files/files.ts'
import type { Db } from '../../store/sql/database.ts'

const DAY = 86_400_000
const MB = 1024 * 1024

/** Maximum size of one value in bytes. */
const LARGEST = 32 * MB
/** Maximum total size of a run's large values in bytes. */
const OF_A_RUN = 1024 * MB
/** Bytes of content that a run caches in memory, so that a value with many readers is read once. */
const IN_MEMORY = 16 * MB
/** Maximum size of a value that is shown to a person; a larger one stays a file. */
const SHOWN = MB

/** Large values of runs. A file is kept as long as a run refers to it. */
export const VALUE_FILES: FilesSpec = { folder: 'workflow-values', backup: true, keepFor: DAY }

/** Thrown if a value is too large even for a file. */
export class TooLarge extends Error {}

/** The large values of one run. */
export interface RunValues {
  /** Moves every value above the limit into a file. `name` is the origin of the values. */
  keep(values: Readonly<Record<string, unknown>>, name: string): Promise<Values>
  readonly open: OpenFile
}

/** Large values: files by content, and rows for their owner and the run that refers to them. */
export interface StoredValues {
  /** Stores the inputs of a run that does not exist yet. */
  keepInputs(
    owner: UserId,
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>
  /** Opens the values of a run, including files among its inputs and those of an earlier run whose outputs it reuses. */
  ofRun(
    owner: UserId,
    runId: string,
    from: { readonly inputs?: Values; readonly earlier?: string | undefined },
  ): Promise<RunValues>
  /** Replaces files by their content for display, unless it is very large. */
  shown<T extends Readonly<Record<string, unknown>> | null>(owner: UserId, values: T): Promise<T>
  /** Hashes of the files that a run or a recent start refers to. */
  inUse(): Promise<ReadonlySet<string>>
}

export function storedValues(db: Db, files: ContentFiles): StoredValues {
  /** Writes the file before the row, so that a row never refers to a missing file. */
  async function store(owner: UserId, runId: string, { bytes, ...made }: Content): Promise<FileValue> {
    const file = await files.put(bytes)
    await sql`insert into workflow_files (owner, hash, run_id, bytes)
      values (${owner}, ${file}, ${runId}, ${bytes.length}) on conflict do nothing`.execute(db)
    return { file, ...made, bytes: bytes.length }
  }

  return {
    keepInputs: (owner, inputs) => kept(inputs, 'input', (content) => store(owner, '', content)),
    async ofRun(owner, runId, { inputs = {}, earlier }) {
      // Knowing a hash gives no access: only files that this person already owns are linked to the run.
      const asked = Object.values(inputs).flatMap((value) => readFileValue(value)?.file ?? [])
      await sql`
        insert into workflow_files (owner, hash, run_id, bytes)
        select distinct on (hash) owner, hash, ${runId}, bytes from workflow_files
        where owner = ${owner} and (hash = any(${asked}) or run_id = ${earlier ?? 'none'})
        order by hash on conflict do nothing`.execute(db)
      const { rows } = await sql<{ hash: string; bytes: number }>`
        select hash, bytes::float8 as bytes from workflow_files where owner = ${owner} and run_id = ${runId}`.execute(
        db,
      )
      const own = new Set(rows.map(({ hash }) => hash))
      let total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
      return {
        keep: (values, name) =>
          kept(values, name, async (content) => {
            if (total + content.bytes.length > OF_A_RUN)
              throw new TooLarge(`the large values of this run have more than ${OF_A_RUN / MB} MB together`)
            const file = await store(owner, runId, content)
            if (!own.has(file.file)) total += file.bytes
            own.add(file.file)
            return file
          }),
        open: opener(files, own),
      }
    },
    async shown<T extends Readonly<Record<string, unknown>> | null>(owner: UserId, values: T) {
      if (values === null) return values
      const found = Object.entries(values).flatMap(([name, value]) => {
        const file = readFileValue(value as Json) // a row of JSON
        return file === undefined || file.bytes > SHOWN ? [] : [{ name, file }]
      })
      if (found.length === 0) return values
      const { rows } = await sql<{ hash: string }>`
        select distinct hash from workflow_files
        where owner = ${owner} and hash = any(${found.map(({ file }) => file.file)})`.execute(db)
      const open = opener(files, new Set(rows.map(({ hash }) => hash)))
      const content = found.map(({ name, file }) => [name, maskValue(open(file)) ?? file])
      return { ...values, ...Object.fromEntries(content) } as T // the same names
    },
    async inUse() {
      const { rows } = await sql<{ hash: string }>`select distinct hash from workflow_files`.execute(db)
      return new Set(rows.map(({ hash }) => hash))
    },
  }
}

interface Content {
  readonly bytes: Buffer
  readonly mime: string
  readonly name: string
}

async function kept(
  values: Readonly<Record<string, unknown>>,
  of: string,
  store: (content: Content) => Promise<FileValue>,
): Promise<Values> {
  const small = values as Values // JSON from a tool, a node or a person
  let large: Record<string, Json> | undefined
  for (const [name, value] of Object.entries(small)) {
    const content = contentOf(value)
    if (content === undefined || content.bytes.length <= LARGE_VALUE) continue
    if (content.bytes.length > LARGEST)
      throw new TooLarge(
        `\`${name}\` has ${Math.ceil(content.bytes.length / MB)} MB, more than ${LARGEST / MB}`,
      )
    const ending = content.mime === TEXT_MIME ? 'txt' : 'json'
    large ??= {}
    large[name] = { ...(await store({ ...content, name: `${of}.${name}.${ending}` })) }
  }
  return large === undefined ? small : { ...small, ...large }
}

/** The bytes of a potentially large value; undefined if it is certainly small. */
function contentOf(value: Json | undefined): Pick<Content, 'bytes' | 'mime'> | undefined {
  if (typeof value === 'string') {
    if (value.length <= LARGE_VALUE / 3) return undefined
    // Text that UTF-8 cannot encode is written as JSON, which escapes it.
    if (value.isWellFormed()) return { bytes: Buffer.from(value), mime: TEXT_MIME }
  } else if (typeof value !== 'object' || value === null) return undefined
  const text = JSON.stringify(value)
  return text.length <= LARGE_VALUE / 3 ? undefined : { bytes: Buffer.from(text), mime: JSON_MIME }
}

/** Reads contents and caches the most recently read ones. */
function opener(files: ContentFiles, own: ReadonlySet<string>): OpenFile {
  const recent = new Map<string, { readonly value: Json; readonly bytes: number }>()
  let held = 0
  return ({ file, mime }) => {
    if (!own.has(file)) return undefined
    const key = `${mime} ${file}`
    const before = recent.get(key)
    if (before !== undefined) {
      recent.delete(key)
      recent.set(key, before)
      return before.value
    }
    const bytes = files.getNow(file)
    if (bytes === undefined) return undefined
    const text = bytes.toString('utf8')
    const value = mime === TEXT_MIME ? text : (JSON.parse(text) as Json) // written by this module
    recent.set(key, { value, bytes: bytes.length })
    held += bytes.length
    for (const [oldest, one] of recent) {
      if (held <= IN_MEMORY || oldest === key) break
      recent.delete(oldest)
      held -= one.bytes
    }
    return value
  }
}
