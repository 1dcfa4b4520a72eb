// How large a collection may become: `node … bench/collections/scale.ts 100000` indexes so many synthetic passages and asks. Words are as
// rare as in language (the n-th commonest is there 1/n times), so that common words meet in most passages.
import { measureScale } from '../../apps/server/src/features/collections/testing/measured-index.ts'

const passages = Number(process.argv[2] ?? 20_000)
const { seconds, kilobytes, questions } = await measureScale(passages)
console.log(
  `${passages} passages: ${(passages / seconds).toFixed(0)} a second, ${kilobytes.toFixed(2)} kB of index each`,
)
for (const { words, p50, p95 } of questions)
  console.log(`  ${words}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, both rankings`)
