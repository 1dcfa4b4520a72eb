/**
 * Statements of a database client that lose data for good (SPEC P20): the words of the statement that say so. Comments and quoted texts are
 * data.
 */
export function lostBySql(text: string): readonly string[] | undefined {
  const bare = withoutComments(text)
  if (/\brollback\s*;?\s*$/i.test(bare.trim()) && /\b(?:begin|start\s+transaction)\b/i.test(bare))
    return undefined
  for (const statement of bare.split(';')) {
    const found = lostByStatement(statement.trim())
    if (found !== undefined) return found.trim().split(/\s+/)
  }
  return undefined
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''")
    .replaceAll(/--[^\n]*|\/\*.*?\*\//gs, ' ')
    .replaceAll(/(^|\s)#[^\n]*/g, '$1')
}

/** Words before the verb that do not change it. */
const LEAD = /^(?:explain\s+analyze\s+|begin\s+|with\s.*?[(\s](?=(?:delete|update)\b))/is
const SAID: readonly RegExp[] = [
  /^drop\s+(?!temporary\b|temp\b)[a-z]+(?:\s+if\s+exists)?(?:\s+[\w."`$[\]@%*-]+)?/i,
  /^truncate\s+(?:table\s+)?(?!\()[\w."`$[\]-]+/i,
  /^alter\s+(?:table|database|keyspace)\b.*?\b(?:drop\s+(?!constraint\b|default\b|not\b|index\b|identity\b)[\w"`]+|delete\b|truncate\s+partition)/is,
  /^revoke\s+[a-z]+/i,
  /^purge\s+[a-z]+/i,
  /^reset\s+(?:master|slave|replica|binary)/i,
  /^insert\s+overwrite\b/i,
  /^create\s+or\s+replace\s+table\s+\S+/i,
  /^(?:flushall|flushdb|flush\s+(?:all|tables?|privileges))\b/i,
  /^match\b.*\b(?:detach\s+)?delete\b/is,
  /^kill\b(?=.*\bmutation\b)/i,
]
const CONDITION = /\bwhere\b(?!\s*(?:\(?\s*)?(?:1\s*=\s*1|true|'?\w+'?\s*=\s*'?\w+'?\s+or\s+1\s*=\s*1)\b)/i

function lostByStatement(statement: string): string | undefined {
  const clause = statement.replace(LEAD, '')
  for (const pattern of SAID) {
    const found = pattern.exec(clause)?.[0]
    if (found !== undefined) return found
  }
  if (/^explain\b/i.test(clause)) return undefined
  const rows = /^(?:delete\s+(?:from\s+)?|update\s+)(?:only\s+)?([\w."`$[\]-]+)/i.exec(clause)
  if (rows === null || CONDITION.test(clause)) return undefined
  // A real update sets something; other texts may begin with the same word.
  return /^update/i.test(clause) && !/\bset\b/i.test(clause) ? undefined : rows[0]
}
