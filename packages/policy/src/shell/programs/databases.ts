import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Hazard, Inner, Touch } from '../../model/part.ts'
import { shellText } from './joined-words.ts'
import { codeText } from './code-text.ts'
import { redisQuestion, serverQuestion } from './database-questions.ts'
import { inWorkspace, relief } from './hazard-relief.ts'
import { isSqlQuestion } from './sql-question.ts'
import {
  GNU,
  MODERN,
  POSIX,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** Database clients. A rule that names one covers its statements; a statement that starts a program or touches other files is a hazard. */
export const DATABASES: Table = () => [
  {
    names: ['psql', 'pgcli', 'usql', 'cockroach'],
    queries: '--version -V --help -?',
    style: GNU,
    options:
      '-a,--echo-all -A,--no-align -b,--echo-errors -d,--dbname= -e,--echo-queries -E,--echo-hidden -F,--field-separator= -h,--host= -H,--html -l,--list -n,--no-readline -p,--port= -P,--pset= -q,--quiet -R,--record-separator= -s,--single-step -S,--single-line -t,--tuples-only -T,--table-attr= -U,--username= -v,--set,--variable= -w,--no-password -W,--password -x,--expanded -X,--no-psqlrc -z,--field-separator-zero -0,--record-separator-zero -1,--single-transaction --csv',
    loads: '-f,--file=',
    writes: '-o,--output= -L,--log-file=',
    changes: '-c,--command=',
    arity: 0,
    read: readSql('-c'),
  },
  {
    names: ['mysql', 'mariadb', 'mycli', 'mysqlsh'],
    queries: '--version -V --help -?',
    style: GNU,
    options:
      '-h,--host= -u,--user= -p,--password[=] -P,--port= -D,--database= -B,--batch -N,--skip-column-names -s,--silent -t,--table -v,--verbose -E,--vertical -r,--raw -f,--force -A,--no-auto-rehash -S,--socket= --protocol= -H,--html -X,--xml',
    starts: '--pager[=]',
    writes: '--tee= --log-file=',
    loads: '--plugin-dir= --init-command= --file=',
    configures:
      '--defaults-file= --defaults-extra-file= --login-path= --defaults-group-suffix= --local-infile[=]',
    changes: '-e,--execute=',
    arity: 0,
    read: readSql('-e'),
  },
  {
    names: ['sqlite3', 'sqlite', 'duckdb', 'litecli'],
    queries: '--version -version --help -help',
    style: SINGLE_DASH,
    options:
      '-A= -ascii -bail -batch -box -column -csv -deserialize -echo -escape= -header -noheader -html -ifexists -interactive -json -jsonlines -line -list -lookaside== -markdown -maxsize= -memtrace -mmap= -newline= -no-rowid-in-view -nofollow -nonce= -nullvalue= -pagecache== -pcachetrace -quote -readonly -safe -separator= -stats -table -tabs -unsafe-testing -utf8 -vfs= -vfstrace -zip',
    loads: '-init= -f=',
    changes: '-cmd= -c= -s=',
    arity: 0,
    read: readSqlite,
  },
  {
    names: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    queries: '--version -v --help -h',
    style: POSIX,
    options:
      '-h= -p= -s= -n= -u= -a= --user= --pass= --no-auth-warning --raw --no-raw --csv --json --tls --scan --pattern= --quoted-pattern= --count= --type= --bigkeys --memkeys --hotkeys --stat --latency -c -2 -3 -i=',
    loads: '--eval= --functions-rdb=',
    writes: '--rdb=',
    arity: 0,
    read: readRedis,
  },
  {
    names: ['mongo', 'mongosh'],
    queries: '--version --help -h',
    style: GNU,
    loads: '-f,--file= --shell',
    changes: '--eval=',
    arity: 0,
  },
  {
    names: ['pg_dump', 'pg_dumpall', 'mysqldump', 'mariadb-dump', 'mongodump', 'mongoexport'],
    queries: '--version -V --help -?',
    style: GNU,
    writes: '-f,--file,--out,--output,--result-file,-r,-o= --log-error= -T,--tab=',
    configures: '--defaults-file= --defaults-extra-file=',
    arity: 0,
  },
  {
    names: [
      'pg_restore',
      'createdb',
      'dropdb',
      'createuser',
      'dropuser',
      'mongorestore',
      'mongoimport',
      'mysqladmin',
      'pg_ctl',
      'initdb',
      'vacuumdb',
      'reindexdb',
      'pgbench',
    ],
    queries: '--version -V --help -?',
    style: GNU,
    arity: 0,
  },
  {
    names: ['pg_isready'],
    queries: '--version -V --help -?',
    readonly: 'query',
    options: '-d,--dbname= -h,--host= -p,--port= -q,--quiet -t,--timeout= -U,--username=',
    operands: { max: 0 },
  },
  {
    names: [
      'clickhouse-client',
      'clickhouse',
      'cqlsh',
      'influx',
      'sqlcmd',
      'sqlplus',
      'bteq',
      'snowsql',
      'trino',
      'presto',
      'hive',
      'impala-shell',
      'spark-sql',
      'etcdctl',
      'neo4j-admin',
      'cypher-shell',
    ],
    queries: '--version --help -h',
    style: MODERN,
    loads: '-f,--file,--queries-file,-i= --init-file= -C,--config-file,--config=',
    writes: '-o,--output=',
    arity: 0,
  },
]

/** Statements that leave the database: shell escapes, redirected output, programs as source or target. */
const ESCAPES: readonly RegExp[] = [
  /\\!\s*(.*)/,
  /\\(?:o|out|g|gx|w|write|copy|i|ir|include|include_relative|e|ef|ev|s|setenv|cd)\b/,
  /\b(?:from|to)\s+program\b(?:\s+'([^']*)')?/i,
  /\bcopy\b[^;]*\bto\s+(?:'|\$|E')/i,
  /^\s*(?:source|\\\.)\s+\S/im,
  /^\s*(?:system|\\system)\s+(.*)/im,
  /\binto\s+(?:outfile|dumpfile)\b/i,
  /\bload_file\s*\(/i,
  /\|\s*&?\s*'?\w/,
  /\b(?:sys_exec|sys_eval|xp_cmdshell|lo_export|pg_read_file|pg_write_file)\b/i,
]

function readSql(option: string): (args: ParsedArgs, facts: ProgramFacts) => FactsPatch {
  return (args, facts) => {
    const statements = args.options.flatMap(({ names, value }) =>
      names.includes(option) && value !== undefined ? [value] : [],
    )
    const hazards = relief(args, facts, { '-f,--file': inWorkspace }).hazards ?? facts.hazards
    return {
      hazards,
      ...judgeStatements(statements, { ...facts, hazards }, (text) => escapes(text, ESCAPES)),
      ...(hazards.length === 0 ? serverQuestion(args, option) : {}),
    }
  }
}

/** Visible commands in the text; the empty string represents an escape without a command. */
function escapes(text: string, patterns: readonly RegExp[]): readonly string[] {
  return patterns.flatMap((pattern) => {
    const match = pattern.exec(text)
    // `a || b` joins text, a single `|` pipes it to a program.
    if (match === null || (pattern.source.startsWith('\\|') && !/\\[a-z]/.test(text))) return []
    return [match[1] ?? '']
  })
}

const DOT_COMMANDS =
  /^\s*\.(?:sh|she|shel|shell|sys|syst|syste|system)\s+(.*)|^\s*\.(?:o|ou|out|outp|outpu|output|on|onc|once|e|ex|exc|exce|excel|l|lo|loa|load|re|rea|read|im|imp|impo|impor|import|sa|sav|save|ba|bac|back|backu|backup|cl|clo|clon|clone|log|tr|tra|trac|trace|cd|ar|arc|archi|archiv|archive|w|www|res|rest|resto|restor|restore)\b/im
const SQLITE_FUNCTIONS =
  /\b(?:load_extension|writefile|edit|fsdir|zipfile|shell_exec|install|copy|export|attach)\b\s*[("'a-z]|\bvacuum\b[^;]*\binto\b/i

function readSqlite(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [database, ...statements] = args.operands
  const values = args.options.flatMap(({ names, value }) =>
    value !== undefined && names.some((name) => ['-cmd', '-c', '-s'].includes(name)) ? [value] : [],
  )
  const patch = judgeStatements([...statements, ...values], facts, (text) => [
    ...text.split('\n').flatMap((line) => {
      const match = DOT_COMMANDS.exec(line)
      return match === null ? [] : [match[1] ?? '']
    }),
    ...(SQLITE_FUNCTIONS.test(text) ? [''] : []),
  ])
  const touches =
    database === undefined
      ? (patch.touches ?? facts.touches)
      : [...(patch.touches ?? facts.touches), { act: 'read' as const, path: database, recursive: false }]
  return onlyAsks(args) ? { ...patch, touches, notReadonly: undefined } : { ...patch, touches }
}

/** Options that only change the format of the answer. */
const LOOKS = wordSet(
  '-readonly -ascii -bail -batch -box -column -csv -header -noheader -html -json -line -list -markdown -nullvalue -quote -separator -table -tabs',
)

/** One query to a database that is opened read-only. */
function onlyAsks({ program, operands, options, doubts, has }: ParsedArgs): boolean {
  const [, statement] = operands
  if (!/^sqlite3?$/.test(program) || !has('-readonly') || statement === undefined) return false
  if (operands.length !== 2 || doubts.length > 0 || operands.some((word) => literal(word) === undefined))
    return false
  const known = options.every(({ exact, names }) => exact && names.every((name) => LOOKS.has(name)))
  return known && isSqlQuestion(literal(statement) ?? '')
}

const REDIS =
  /^(?:config|module|script|eval|evalsha|function|fcall|debug|slaveof|replicaof|migrate|shutdown|acl)$/i

function readRedis(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [command, second] = args.operands
  const name = command === undefined ? '' : (literal(command) ?? '')
  const get = /^(?:get|help|list|info|usage)$/i.test(second === undefined ? '' : (literal(second) ?? ''))
  if (command === undefined || !REDIS.test(name) || get) return redisQuestion(args)
  return { hazards: [...facts.hazards, hazardOf(command)] }
}

function judgeStatements(
  statements: readonly Field[],
  facts: ProgramFacts,
  find: (text: string) => readonly string[],
): FactsPatch {
  const found = statements.map((field) => ({ field, commands: find(codeText(field) ?? display(field)) }))
  const bad = found.filter(({ commands }) => commands.length > 0)
  const named = statements.flatMap((field) => filesOf(codeText(field) ?? '', field))
  const touches = named.length === 0 ? {} : { touches: [...facts.touches, ...named] }
  if (bad.length === 0) return touches
  const inner = bad.flatMap(({ field, commands }): readonly Inner[] =>
    commands
      .filter((command) => command.trim() !== '')
      .map((command) => shellText(textField(command, field.range, { quoted: true }))),
  )
  return {
    ...touches,
    hazards: [...facts.hazards, ...bad.map(({ field }) => hazardOf(field))],
    inner: [...facts.inner, ...inner],
  }
}

/** Files that a statement names: `read_csv('x')`, `.import x t`, `\\copy t from 'x'`. */
function filesOf(text: string, { range }: Field): readonly Touch[] {
  const quoted = [...text.matchAll(/'([^'\s*]*[./][^'\s*]*)'/g)].map(([, path = '']) => path)
  const dotted = [...text.matchAll(/^\s*\.(?:read|import|open|load|restore)\s+(?:-\S+\s+)*([^\s'"]+)/gm)]
  return [...quoted, ...dotted.map(([, path = '']) => path)].map((path) => ({
    act: 'read',
    path: textField(path, range, { quoted: true }),
    recursive: false,
  }))
}

function hazardOf(field: Field): Hazard {
  return { kind: 'starts', option: display(field), range: field.range, spellings: [display(field)] }
}
