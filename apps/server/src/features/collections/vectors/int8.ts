/** A stored vector: integers from -127 to 127, and their scale. */
export interface PackedVector {
  readonly scale: number
  readonly data: Buffer
  /** One bit for each dimension: whether it is positive. */
  readonly sketch: Buffer
}

/** Packs a vector. Its length does not matter: only directions are compared. */
export function pack(vector: Float32Array): PackedVector {
  const unit = normalized(vector)
  const most = unit.reduce((high, value) => Math.max(high, Math.abs(value)), 0)
  const scale = most === 0 ? 1 : most / 127
  const data = Buffer.alloc(unit.length)
  for (const [index, value] of unit.entries()) data.writeInt8(Math.round(value / scale), index)
  return { scale, data, sketch: Buffer.from(sketchOf(unit).buffer) }
}

/** The sign of each dimension as a bit, in words of 32. */
export function sketchOf(vector: Float32Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(vector.length / 32))
  for (const [index, value] of vector.entries())
    if (value > 0) words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31))
  return words
}

export function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** The approximate cosine between a question, a vector of length one, and a packed vector. */
export function nearness(
  question: Float32Array,
  { scale, data }: Pick<PackedVector, 'scale' | 'data'>,
): number {
  let sum = 0
  for (let index = 0; index < question.length; index += 1)
    sum += (question[index] ?? 0) * data.readInt8(index)
  return sum * scale
}

/** The numbers of a packed vector. */
export function unpacked({ scale, data }: Pick<PackedVector, 'scale' | 'data'>): readonly number[] {
  return Array.from(data, (_byte, index) => data.readInt8(index) * scale)
}

/** The number of bits in which two sketches differ. */
export function bitsApart(a: Uint32Array, b: Uint32Array, at: number): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) {
    let word = (a[index] ?? 0) ^ (b[at + index] ?? 0)
    word -= (word >>> 1) & 0x55_55_55_55
    word = (word & 0x33_33_33_33) + ((word >>> 2) & 0x33_33_33_33)
    sum += Math.imul((word + (word >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
  }
  return sum
}
