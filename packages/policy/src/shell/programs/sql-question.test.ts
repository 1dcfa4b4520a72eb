import { expect, test } from 'vitest'
import { isSqlQuestion } from './sql-question.ts'
import { factsOf } from './testing/argv.ts'

test.each([
  'select 1',
  'select * from users limit 5;',
  "SELECT status, count(*) FROM orders WHERE name = 'a(b)' GROUP BY 1",
  'select a from t where b in (select c from u) and (d > 1 or e = 2)',
  "select strftime('%Y', at), round(avg(total), 2) from orders\ngroup by 1",
  '.tables',
  '.schema users',
  '.schema',
  'explain query plan select a from t',
  'PRAGMA table_info(users);',
  'pragma user_version',
])('P7.15 `%s` only asks', (text) => expect(isSqlQuestion(text)).toBe(true))

test.each([
  "select load_extension('x.so')",
  "select LOAD_EXTENSION ('x.so')",
  "select load_extension/**/('x.so')",
  "select load_extension--\n('x.so')",
  `select "load_extension"('x.so')`,
  "select `load_extension`('x.so')",
  "select [load_extension]('x.so')",
  "select writefile('a', 'b')",
  "select edit('a')",
  "select readfile('/etc/shadow')",
  "select * from fsdir('/')",
  "select data from fsdir where path = '/'",
  'select 1; drop table t',
  'select 1;\n.shell ls',
  'select 1\n.shell ls',
  "select 'a",
  'drop table t',
  'with a as (select 1) delete from t',
  "attach 'x' as y",
  'pragma user_version = 3',
  'pragma user_version(3)',
  'pragma journal_mode(wal)',
  'pragma table_info(users); drop table t',
  'explain drop table t',
  '.shell ls',
  '.tables\n.shell ls',
  '.schema "x y"',
  '.read x.sql',
  '.dump',
  '',
  `select ${'(1+'.repeat(2_000)}`,
])('P7.15 `%s` is more, or not certain', (text) => expect(isSqlQuestion(text)).toBe(false))

test.each([
  ["sqlite3 -readonly a.db '.tables'", true],
  ["sqlite3 -readonly -header -csv a.db 'select 1'", true],
  ["sqlite3 --readonly a.db 'select 1'", true],
  ["sqlite3 a.db 'select 1'", false],
  ["sqlite3 -readonly a.db 'select 1' '.shell ls'", false],
  ["sqlite3 -readonly a.db 'drop table t'", false],
  ["sqlite3 -readonly -cmd '.shell ls' a.db 'select 1'", false],
  ["sqlite3 -readonly -init x a.db 'select 1'", false],
  ["sqlite3 -readonly -vfs x a.db 'select 1'", false],
  ["sqlite3 -readonly -unknown a.db 'select 1'", false],
  ['sqlite3 -readonly a.db', false],
  ['sqlite3 -readonly a.db $X', false],
  ["sqlite3 -readonly $X 'select 1'", false],
  ["duckdb -readonly a.db 'select 1'", false],
])('P7.15 `%s` runs by itself: %s', (line, expected) => {
  expect(factsOf(line).notReadonly === undefined).toBe(expected)
})
