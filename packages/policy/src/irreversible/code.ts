import { LIBRARY_CALLS, STORE_CALLS, STORE_COMMANDS, STORE_LIBRARY_CALLS } from './programs.ts'
import { lostBySql } from './sql.ts'
import { verbKind } from './verbs.ts'

/** The words in the code of a database shell (`mongosh --eval`) that lose data. */
export function lostByCalls(text: string): readonly string[] | undefined {
  const found = STORE_CALLS.exec(text)?.[1] ?? STORE_COMMANDS.exec(text)?.[1]
  return found === undefined ? undefined : [found]
}

const FETCH = /\bmethod\s*[:=]\s*["'](DELETE)["']|\b(?:request|Request)\(\s*["'](DELETE)["']/

/** The words in code of any language that lose data, including SQL statements in quotes. */
export function lostByCode(text: string): readonly string[] | undefined {
  const named = LIBRARY_CALLS.exec(text)?.[1] ?? STORE_LIBRARY_CALLS.exec(text)?.[1]
  if (named !== undefined && verbKind(named) !== 'other') return [named]
  const method = FETCH.exec(text)
  if (method !== null) return [method[1] ?? method[2] ?? 'DELETE']
  for (const [, , statement = ''] of text.matchAll(/(["'`]{1,3})((?:(?!\1).)+)\1/gs)) {
    const lost = /^\s*(?:drop|truncate|delete|update)\s/i.test(statement) ? lostBySql(statement) : undefined
    if (lost !== undefined && /\b(?:execute|exec|query|run|raw|sql)\w*\s*\(/i.test(text)) return lost
  }
  return undefined
}
