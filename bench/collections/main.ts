// Retrieval quality of collections: nDCG@10, recall@100 and top-1, compared with others in the same run. `COUNTERSIGN_DATA_SETS` names a
// folder with `nfcorpus`, `cranfield` and `xquad`; without it the known items of our own documentation are used.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataSetsIn, ownDocumentation, type DataSet } from './data-sets.ts'
import { scoreOf, type Ask, type Score } from './measures.ts'
import {
  indexed,
  openOurs,
  tsRank,
} from '../../apps/server/src/features/collections/testing/measured-index.ts'
import { fts5, lanceDb, miniSearch, orama } from './peers.ts'

const folder = process.env['COUNTERSIGN_DATA_SETS']
const own = ownDocumentation(join(import.meta.dirname, '..', '..', 'docs'))
const wanted = process.env['COUNTERSIGN_DATA_SET']
const sets = (folder === undefined ? [own] : [own, ...dataSetsIn(folder)]).filter(
  ({ name }) => wanted === undefined || name.startsWith(wanted),
)
const { store, close } = await openOurs()
const lines: string[] = [
  '# Scores',
  '',
  'Measured with `npm run bench:collections -- --write` on two busy shared cores; times are of no use, ratios are. The data sets are not part of this repository.',
  '',
  '| data set | what | nDCG@10 | recall@100 | first place | ms a question |',
  '| --- | --- | --- | --- | --- | --- |',
]

async function measure(set: DataSet): Promise<void> {
  const ours = await indexed(store, set)
  const asks: readonly (readonly [string, Ask | undefined])[] = [
    ['collections', ours({ teach: true })],
    ['collections, BM25 alone', ours({ teach: false })],
    ['SQLite FTS5, porter', fts5(set)],
    ['LanceDB full text', await lanceDb(set)],
    ['PostgreSQL `ts_rank`', await tsRank(store, set)],
    ['MiniSearch', await miniSearch(set)],
    ['Orama, any word', await orama(set)],
  ]
  for (const [name, ask] of asks) {
    if (ask === undefined) continue
    lines.push(line(set.name, name, await scoreOf(set, ask)))
    console.log(lines.at(-1))
  }
}

function line(set: string, name: string, { ndcg10, recall100, top1, ms }: Score): string {
  return `| ${set} | ${name} | ${ndcg10.toFixed(3)} | ${recall100.toFixed(3)} | ${top1.toFixed(3)} | ${ms.toFixed(1)} |`
}

for (const set of sets) await measure(set)
await close()
if (process.argv.includes('--write'))
  writeFileSync(join(import.meta.dirname, 'scores.md'), `${lines.join('\n')}\n`)
