import { sql } from 'kysely'
import type { Trx } from '../../../store/sql/database.ts'
import { bitsApart, nearness, normalized, sketchOf } from './int8.ts'
import type { ModelRow } from './model-row.ts'

/** Passages whose vectors are compared exactly, after their sketches. */
const RESCORED = 1000

export interface Near {
  readonly number: number
  readonly score: number
}

/** Finds the passages whose vectors are closest to that of a question. */
export type Nearest = (
  trx: Trx,
  model: ModelRow,
  wish: {
    readonly question: Float32Array
    readonly most: number
    readonly only?: readonly number[] | undefined
  },
) => Promise<readonly Near[]>

/** Sketches of one model: the bits of passage n begin at n times `words`. */
interface Sketches {
  numbers: Int32Array
  bits: Uint32Array
  size: number
  last: number
}

/**
 * Nearest passages without a database index: sketches of one bit per dimension are in memory (48 MB for a million of 384), all are
 * compared, and the best thousand exactly. Additions of other processes are read incrementally.
 */
export function sketchedNearest(): Nearest {
  const kept = new Map<number, Sketches>()
  return async (trx, model, { question, most, only }) => {
    const unit = normalized(question)
    const numbers = only ?? bestSketches(await read(trx, model, kept), sketchOf(unit), RESCORED)
    return exactly(trx, model, { unit, numbers, most })
  }
}

async function read(trx: Trx, model: ModelRow, kept: Map<number, Sketches>): Promise<Sketches> {
  const words = Math.ceil((model.dimensions ?? 0) / 32)
  let own = kept.get(model.key)
  // Removed passages stay until they are a tenth of all.
  if (own === undefined || own.size > model.vectors * 1.1 + 100) {
    own = { numbers: new Int32Array(1024), bits: new Uint32Array(1024 * words), size: 0, last: 0 }
    kept.set(model.key, own)
  }
  for (;;) {
    const { rows } = await sql<{ seq: number; number: number; sketch: Buffer }>`
      select seq, number, sketch from collection_vectors where model = ${model.key} and seq > ${own.last}
      order by seq limit 20000`.execute(trx)
    for (const { number, sketch } of rows) {
      grow(own, words)
      own.numbers[own.size] = number
      for (let index = 0; index < words; index += 1)
        own.bits[own.size * words + index] = sketch.readUInt32LE(index * 4)
      own.size += 1
    }
    own.last = rows.at(-1)?.seq ?? own.last
    if (rows.length < 20_000) return own
  }
}

function grow(own: Sketches, words: number): void {
  if (own.size < own.numbers.length) return
  const numbers = new Int32Array(own.size * 2)
  numbers.set(own.numbers)
  const bits = new Uint32Array(own.size * 2 * words)
  bits.set(own.bits)
  own.numbers = numbers
  own.bits = bits
}

/** The passages whose sketches differ in the fewest bits. Distances are small whole numbers, so counting them sorts them. */
function bestSketches(
  { numbers, bits, size }: Sketches,
  question: Uint32Array,
  most: number,
): readonly number[] {
  const apart = new Uint16Array(size)
  const many = new Uint32Array(question.length * 32 + 1)
  for (let index = 0; index < size; index += 1) {
    const bit = bitsApart(question, bits, index * question.length)
    apart[index] = bit
    many[bit] = (many[bit] ?? 0) + 1
  }
  let bound = 0
  for (let sum = 0; bound < many.length; bound += 1) {
    sum += many[bound] ?? 0
    if (sum >= most) break
  }
  const best: number[] = []
  for (let index = 0; index < size; index += 1)
    if ((apart[index] ?? 0) <= bound) best.push(numbers[index] ?? 0)
  return best
}

export async function exactly(
  trx: Trx,
  { key }: ModelRow,
  {
    unit,
    numbers,
    most,
  }: { readonly unit: Float32Array; readonly numbers: readonly number[]; readonly most: number },
): Promise<readonly Near[]> {
  const { rows } = await sql<{ number: number; scale: number; data: Buffer }>`
    select number, scale, data from collection_vectors where model = ${key} and number = any(${numbers}::int[])`.execute(
    trx,
  )
  return rows
    .map(({ number, ...packed }) => ({ number, score: nearness(unit, packed) }))
    .toSorted((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, most)
}
