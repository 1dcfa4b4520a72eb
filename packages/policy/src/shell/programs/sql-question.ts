import { wordSet } from '../../word-set.ts'

/**
 * True for one statement that only queries SQLite: a plain `select` with computing functions, or a shell command that shows the schema.
 * Everything else is more than a query, or not certain.
 */
export function isSqlQuestion(text: string): boolean {
  const one = text
    .trim()
    .replace(/;$/, '')
    .replace(/^explain(?: query plan)? (?=select\b)/i, '')
  if (SHOWS.test(one) || PRAGMAS.test(one)) return true
  // A second statement, a comment that separates a name from its parenthesis, a line for the surrounding shell.
  if (one.length > LONGEST || !/^select\b/i.test(one) || /;|--|\/\*|\n\s*\./.test(one)) return false
  const bare = one.replaceAll(/'[^']*'/g, ' ')
  if (bare.includes("'") || FILES.test(bare)) return false
  for (let at = bare.indexOf('('); at >= 0; at = bare.indexOf('(', at + 1)) {
    if (!mayOpen(bare.slice(0, at).trimEnd())) return false
  }
  return true
}

const LONGEST = 4_000
const SHOWS = /^\.(?:tables|schema|indexes|indices|databases)(?:[ \t]+[\w%]+)?$/
/** A value in parentheses sets something, except for those that take a table name. */
const PRAGMAS =
  /^pragma (?:(?:table_info|table_xinfo|index_list|index_info|foreign_key_list)\(\w+\)|database_list|table_list|compile_options|user_version|schema_version|page_count|page_size|journal_mode|foreign_keys|encoding)$/i
/** Tables that are files. */
const FILES = /\b(?:fsdir|lsdir|zipfile|sqlite_dbpage)\b/i

/** What may precede a parenthesis: a computing function, a keyword, an operator. */
function mayOpen(before: string): boolean {
  const word = /\w+$/.exec(before)?.[0]
  return word === undefined ? /[(,=<>+*%|-]$/.test(before) : COMPUTES.has(word.toLowerCase())
}

const COMPUTES = wordSet(
  'abs avg cast coalesce count date datetime dense_rank first_value format group_concat hex ifnull iif instr ' +
    'json_array_length json_extract json_group_array json_object julianday lag last_value lead length lower ltrim max ' +
    'min ntile nullif printf quote rank round row_number rtrim strftime substr substring sum time total trim typeof ' +
    'unixepoch upper all and as between by case distinct else except exists from having in intersect join like not on ' +
    'or over select then union using values when where',
)
