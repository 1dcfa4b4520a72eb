// How large a collection can grow: `node … bench/collections/scale.ts 100000` indexes that many synthetic passages and runs queries. Word
// frequencies follow natural language (the n-th most common word has frequency 1/n), so that most passages contain common words.
import { measureScale } from '../../apps/server/src/features/collections/testing/measured-index.ts'

const passages = Number(process.argv[2] ?? 20_000)
const { seconds, kilobytes, questions } = await measureScale(passages)
console.log(
  `${passages} passages: ${(passages / seconds).toFixed(0)} a second, ${kilobytes.toFixed(2)} kB of index each`,
)
for (const { words, p50, p95 } of questions)
  console.log(`  ${words}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, both rankings`)
