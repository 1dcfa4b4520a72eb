/** A file of the data folder, its damaged content, and the message of the next start. */
export const DAMAGED: readonly (readonly [path: string, text: string, words: string])[] = [
  ['token', 'not a token', 'token` is damaged: it contains no token'],
  ['token', '', 'token` is damaged: it contains no token'],
  ['secret-key', 'short', 'secret-key` is not a key'],
  ['postgres-control/password', 'wrong', 'password` is damaged: the database does not accept the password'],
  ['postgres/data/PG_VERSION', '', 'PG_VERSION` is damaged: it contains no version'],
  ['postgres/data/global/pg_control', '', 'pg_control'],
]
