/** Codes of PostgreSQL and of the system that mean: the request is fine, but the database is unreachable now. */
const AWAY: ReadonlyMap<string, string> = new Map([
  ['53100', 'the disk of the database is full'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full, or this user’s quota is used up'],
  ['53200', 'the database is out of memory'],
  ['53300', 'the database has no connection left'],
  ['58030', 'the database cannot read or write its disk'],
  ['25006', 'the database is read-only'],
  ...[
    '57P01',
    '57P02',
    '57P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
  ].map((code) => [code, 'the database cannot be reached'] as const),
])

/** The messages of `pg`, without a code, for a lost connection. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Why nothing can be done now, for people; undefined: that is not the reason. */
export function whyAway(cause: unknown): string | undefined {
  const code = codeOf(cause)
  const known = code === undefined ? undefined : AWAY.get(code)
  if (known !== undefined) return known
  // A missing socket file is different from any other missing file.
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect')
    return 'the database cannot be reached'
  if (code?.startsWith('08') === true || (cause instanceof Error && LOST.test(cause.message)))
    return 'the database cannot be reached'
  return cause instanceof Error && cause.cause !== undefined ? whyAway(cause.cause) : undefined
}

function codeOf(cause: unknown): string | undefined {
  if (cause instanceof AggregateError) return cause.errors.map(codeOf).find((code) => code !== undefined)
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
