import { literal } from '../../model/field.ts'
import type { FactsPatch, ParsedArgs, ParsedOption } from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** Queries to a database server that certainly change nothing; a `select` may call a function that does. */
export function serverQuestion(args: ParsedArgs, option: string): FactsPatch {
  const { options, operands, doubts, program } = args
  const known =
    doubts.length === 0 &&
    options.every(
      (each) => each.names.includes(option) || (each.exact && each.effect === 'plain' && staysNear(each)),
    )
  const named = operands.length < 2 && operands.every((field) => /^[\w-]+$/.test(literal(field) ?? ''))
  const asked = options.flatMap(({ names, value }) =>
    names.includes(option) ? [value === undefined ? '' : (literal(value) ?? '')] : [],
  )
  const language = program === 'psql' ? PSQL : /^(?:mysql|mariadb)$/.test(program) ? MYSQL : undefined
  const lists = program === 'psql' && asked.length === 0 && args.has('-l')
  const shows = asked.length > 0 && asked.every((text) => language?.test(text.trim()) === true)
  return known && named && (lists || shows) ? { notReadonly: undefined, query: true } : {}
}

/** A server on this machine, or one with a name in a container network only. */
function staysNear({ names, value }: ParsedOption): boolean {
  if (!names.some((name) => ELSEWHERE.has(name))) return true
  return value !== undefined && /^(?:127\.0\.0\.1|::1|[A-Za-z][\w-]*)$/.test(literal(value) ?? '')
}

const ELSEWHERE = wordSet('-h --host -u -d -s -S -D -U')

/** `\dt`, `\d users`, `\l`, `\conninfo`. */
const PSQL = /^\\(?:d[A-Za-z]{0,3}[S+]{0,2}(?: [\w.*?]+)?|l\+?|conninfo|z(?: [\w.*]+)?|sf\+? [\w.]+)$/
const MYSQL = /^(?:show|describe|desc) [\w\s.`'%=*]+;?$/i

/** Redis commands that report whether and how the server runs; its data and configuration may be anything, including secrets. */
export function redisQuestion({ options, operands, doubts }: ParsedArgs): FactsPatch {
  const [command, ...words] = operands.map((field) => literal(field))
  const known =
    doubts.length === 0 && options.every((each) => each.exact && each.effect === 'plain' && staysNear(each))
  if (!known || words.includes(undefined)) return {}
  const lists = options.some(({ names }) => names.some((name) => LISTS.has(name)))
  const name = command?.toLowerCase() ?? ''
  const second = words[0]?.toLowerCase() ?? ''
  const asks = READS.has(name) || READ_PAIRS.has(`${name} ${second}`)
  return asks || (lists && command === undefined) ? { notReadonly: undefined, query: true } : {}
}

const LISTS = wordSet('--stat --latency')
const READS = wordSet('ping dbsize time lastsave command role')
const READ_PAIRS: ReadonlySet<string> = new Set([
  'memory stats',
  'memory doctor',
  'client list',
  'client info',
  'slowlog len',
  'cluster info',
  'cluster nodes',
  'latency latest',
])
