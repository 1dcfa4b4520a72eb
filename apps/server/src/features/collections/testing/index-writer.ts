// Adds, replaces and tidies endlessly, for a test that kills it. Prints the name of each document once it is written.
import { sql } from 'kysely'
import { runTransaction } from '../../../store/sql/database.ts'
import { addToSums, prepareDocument, writePassages } from '../index/write-document.ts'
import { tidyIndex } from '../index/segments.ts'
import { stemsOf } from '../words/stems.ts'
import { openStoreWithCollections } from './index-ground.ts'

const [databaseUrl = '', round = ''] = process.argv.slice(2)
const { db } = await openStoreWithCollections('/nowhere', databaseUrl)
const stems = stemsOf(db)
const { rows } = await sql<{ key: number }>`select key from collections limit 1`.execute(db)
const collection = rows[0]?.key ?? 0

async function write(name: string): Promise<void> {
  const texts = [`${name} first passage of harbour`, `${name} second passage of lighthouse`]
  const passages = texts.map((text) => ({
    text,
    heading: '',
    place: '',
    line: null,
    page: null,
    start: 0,
    end: text.length,
  }))
  const prepared = await prepareDocument(stems, { title: '', language: 'english', passages })
  await runTransaction(db, async (trx) => {
    await sql`select 1 from collections where key = ${collection} for update`.execute(trx)
    const words = prepared.passages.reduce((sum, { terms }) => sum + terms.length, 0)
    const made = await sql<{ key: number }>`
      insert into collection_documents (id, collection, name, origin, state, language, passages, words)
      values (${`doc_${name}`}, ${collection}, ${name}, 'yours', 'ready', 'english', 2, ${words}) returning key`.execute(
      trx,
    )
    await writePassages(trx, { collection, document: made.rows[0]?.key ?? 0 }, prepared.passages)
    await addToSums(trx, collection, { passages: 2, words })
  })
  process.stdout.write(`${name}\n`)
}

for (let index = 0; ; index += 1) {
  await write(`w${round}n${index}`)
  if (index % 3 === 2) await tidyIndex(db, collection, { full: 4, tier: 2 })
}
