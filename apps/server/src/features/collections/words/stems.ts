import { sql } from 'kysely'
import type { Db } from '../../../store/sql/database.ts'
import { UNSTEMMED } from './languages.ts'

/** Stems words with the database's dictionaries, and caches the results. */
export interface Stems {
  /** The stem of each word; null: the word is too common to be useful. */
  of(words: ReadonlySet<string>, language: string): Promise<ReadonlyMap<string, string | null>>
}

/** Most words that are remembered of one language. */
const REMEMBERED = 50_000

export function stemsOf(db: Db): Stems {
  const known = new Map<string, Map<string, string | null>>()
  let dictionaries: Promise<ReadonlySet<string>> | undefined

  async function dictionaryOf(language: string): Promise<string | undefined> {
    dictionaries ??= sql<{ name: string }>`
      select dictname::text as name from pg_ts_dict where dictnamespace = 'pg_catalog'::regnamespace`
      .execute(db)
      .then(({ rows }) => new Set(rows.map(({ name }) => name)))
    const name = `${language}_stem`
    return (await dictionaries).has(name) ? name : undefined
  }

  return {
    async of(words, language) {
      const dictionary = language === UNSTEMMED ? undefined : await dictionaryOf(language)
      if (dictionary === undefined) return new Map([...words].map((word) => [word, word]))
      const kept = known.get(language) ?? new Map<string, string | null>()
      known.set(language, kept)
      const missing = [...words].filter((word) => !kept.has(word))
      const found = new Map<string, string | null>()
      for (const word of words) {
        const stem = kept.get(word)
        if (stem !== undefined) found.set(word, stem)
      }
      if (missing.length === 0) return found
      const { rows } = await sql<{ word: string; stems: readonly string[] | null }>`
        select word, ts_lexize(${dictionary}::regdictionary, word) as stems
        from unnest(${missing}::text[]) as word`.execute(db)
      if (kept.size + rows.length > REMEMBERED) kept.clear()
      for (const { word, stems } of rows) {
        const stem = stems === null ? word : (stems[0] ?? null)
        kept.set(word, stem)
        found.set(word, stem)
      }
      return found
    },
  }
}
