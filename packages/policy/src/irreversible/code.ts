import { lostBySql } from './sql.ts'
import { verbKind } from './verbs.ts'

/** Calls of a database shell that lose data for good: whole collections, whole databases, rows without a condition. */
const CALLS =
  /\.(dropDatabase|drop(?:Index(?:es)?|User|AllUsers|Role|AllRoles|AllRolesFromDatabase|Collection)?|remove(?=\(\s*(?:\{\s*\})?\s*\))|deleteMany(?=\(\s*(?:\{\s*\})?\s*[,)])|updateMany(?=\(\s*\{\s*\})|shutdownServer)\s*\(/

/** Words of the code of a database shell (`mongosh --eval`) that say so. */
export function lostByCalls(text: string): readonly string[] | undefined {
  const found = CALLS.exec(text)?.[1]
  return found === undefined ? undefined : [found]
}

/** Calls of libraries for other systems, named for what they delete: `delete_bucket`, `terminateInstances`, `requests.delete`. */
const NAMED =
  /\b(?:requests|httpx|axios|client|session|http|s3|ec2|dynamodb|iam|lambda_?|sqs|sns|kms|rds)\.(delete(?:_[a-z]\w*|[A-Z]\w*)?|terminate(?:_\w+|[A-Z]\w*)|purge(?:_\w+|[A-Z]\w*)|destroy(?:_\w+|[A-Z]\w*))\s*\(/
const OF_STORES =
  /\b(delete_all|destroy_all|drop_all|drop_table|drop_database|dropDatabase|dropTable|drop_collection|dropCollection|flushall|flushAll|flushdb|flushDb|truncate_tables|deleteMany|delete_bucket|delete_table|delete_stack|terminate_instances|deleteBucket|deleteTable|terminateInstances|DeleteBucketCommand|DeleteTableCommand|TerminateInstancesCommand)\s*(?:\(|$|['"\s;])/
const FETCH = /\bmethod\s*[:=]\s*["'](DELETE)["']|\b(?:request|Request)\(\s*["'](DELETE)["']/

/** Words of code in any language that say so, its statements in quotes too. */
export function lostByCode(text: string): readonly string[] | undefined {
  const named = NAMED.exec(text)?.[1] ?? OF_STORES.exec(text)?.[1]
  if (named !== undefined && verbKind(named) !== 'other') return [named]
  const method = FETCH.exec(text)
  if (method !== null) return [method[1] ?? method[2] ?? 'DELETE']
  for (const [, , statement = ''] of text.matchAll(/(["'`]{1,3})((?:(?!\1).)+)\1/gs)) {
    const lost = /^\s*(?:drop|truncate|delete|update)\s/i.test(statement) ? lostBySql(statement) : undefined
    if (lost !== undefined && /\b(?:execute|exec|query|run|raw|sql)\w*\s*\(/i.test(text)) return lost
  }
  return undefined
}
