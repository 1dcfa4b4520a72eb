import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Embedder } from '../../../providers/embedding.ts'

/** Prefix of the ids of models that a person put into the data folder. */
export const STATIC = 'static/'
/** Largest file that is read. */
const BATCH = 256

const Tokenizer = z.object({
  normalizer: z.object({ lowercase: z.boolean().optional() }).nullish(),
  model: z.object({
    type: z.literal('WordPiece'),
    vocab: z.record(z.string(), z.number()),
    unk_token: z.string().default('[UNK]'),
    continuing_subword_prefix: z.string().default('##'),
  }),
})
type Tokenizer = z.infer<typeof Tokenizer>

/** The model2vec models in a folder, by name. */
export async function staticModels(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${STATIC}${name}`)
    .toSorted()
}

/**
 * A model2vec model: a table with a vector for each word piece; a text is the mean of its pieces. Nothing is executed, and nothing leaves
 * the machine. A text is the reason why it cannot be used.
 */
export async function staticEmbedder(folder: string, id: string): Promise<Embedder | string> {
  const name = id.slice(STATIC.length)
  if (!/^[\w.-]{1,100}$/.test(name) || name.startsWith('.')) return `there is no model \`${id}\``
  const [table, text] = await Promise.all([
    readFile(join(folder, name, 'model.safetensors')).catch(() => undefined),
    readFile(join(folder, name, 'tokenizer.json'), 'utf8').catch(() => undefined),
  ])
  if (table === undefined || text === undefined)
    return `put \`model.safetensors\` and \`tokenizer.json\` of a model2vec model into \`models/${name}\` in the data folder`
  const tokenizer = Tokenizer.safeParse(jsonOf(text))
  if (!tokenizer.success) return `the tokenizer of \`${id}\` is not a WordPiece tokenizer`
  const vectors = embeddingsOf(table)
  if (typeof vectors === 'string') return `\`${id}\`: ${vectors}`
  const cut = wordPieces(tokenizer.data)
  return {
    model: id,
    here: true,
    kind: 'static',
    batch: BATCH,
    embed: (texts) => Promise.resolve(texts.map((one) => mean(vectors, cut(one)))),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Table {
  readonly rows: number
  readonly dimensions: number
  at(row: number, column: number): number
}

const Header = z.record(
  z.string(),
  z.object({
    dtype: z.string().optional(),
    shape: z.array(z.number()).optional(),
    data_offsets: z.tuple([z.number(), z.number()]).optional(),
  }),
)

/** The table of a safetensors file: eight bytes of length, a header as JSON, then numbers. */
function embeddingsOf(file: Buffer): Table | string {
  const length = file.length < 8 ? 0 : Number(file.readBigUInt64LE(0))
  const header = Header.safeParse(jsonOf(file.toString('utf8', 8, 8 + Math.min(length, file.length))))
  const found = header.success ? header.data['embeddings'] : undefined
  const [rows = 0, dimensions = 0] = found?.shape ?? []
  const start = 8 + length + (found?.data_offsets?.[0] ?? 0)
  const kind = SIZES[found?.dtype ?? '']
  if (kind === undefined) return 'its table of vectors is in an unsupported format'
  if (dimensions < 1 || start + rows * dimensions * kind.bytes > file.length)
    return 'its table of vectors is damaged'
  return {
    rows,
    dimensions,
    at: (row, column) => kind.read(file, start + (row * dimensions + column) * kind.bytes),
  }
}

const SIZES: Readonly<Record<string, { readonly bytes: number; read(file: Buffer, at: number): number }>> = {
  F32: { bytes: 4, read: (file, at) => file.readFloatLE(at) },
  F16: { bytes: 2, read: (file, at) => halfAt(file.readUInt16LE(at)) },
  I8: { bytes: 1, read: (file, at) => file.readInt8(at) / 127 },
}

function halfAt(bits: number): number {
  const sign = bits & 0x80_00 ? -1 : 1
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return (sign * fraction) / 2 ** 24
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}

/** Longest word that is split; longer ones are not words. */
const LONGEST = 100

/** The pieces of a text, as the BERT tokenizer makes them: the longest known prefix, then the longest next one. */
function wordPieces({ model, normalizer }: Tokenizer): (text: string) => readonly number[] {
  const vocabulary = new Map(Object.entries(model.vocab))
  return (text) => {
    const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
    const words = (normalizer?.lowercase === false ? plain : plain.toLowerCase()).match(
      /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu,
    )
    return (words ?? []).flatMap((word) => piecesOf(word, vocabulary, model.continuing_subword_prefix))
  }
}

function piecesOf(word: string, vocabulary: ReadonlyMap<string, number>, prefix: string): readonly number[] {
  if (word.length > LONGEST) return []
  const pieces: number[] = []
  let start = 0
  while (start < word.length) {
    let end = word.length
    let id: number | undefined
    for (; end > start && id === undefined; end -= 1)
      id = vocabulary.get((start === 0 ? '' : prefix) + word.slice(start, end))
    // A word with an unknown piece is ignored.
    if (id === undefined) return []
    pieces.push(id)
    start = end + 1
  }
  return pieces
}

function mean(table: Table, ids: readonly number[]): Float32Array {
  const sum = new Float32Array(table.dimensions)
  for (const id of ids)
    if (id < table.rows)
      for (let column = 0; column < table.dimensions; column += 1)
        sum[column] = (sum[column] ?? 0) + table.at(id, column)
  return ids.length === 0 ? sum : sum.map((value) => value / ids.length)
}
