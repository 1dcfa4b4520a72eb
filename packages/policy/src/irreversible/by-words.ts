import { anyBaseName, baseName } from '../text/base-name.ts'
import { lazy } from '../lazy.ts'
import { display, type Field } from '../model/field.ts'
import type { ProgramFacts } from '../model/part.ts'
import { lostByCalls, lostByCode } from './code.ts'
import { lostByRequest } from './http.ts'
import type { IrreversibleKind } from '../model/irreversible-kind.ts'
import type { Loss } from '../model/loss.ts'
import { matcherOf } from './patterns.ts'
import {
  CLIENTS,
  KEEPS_HISTORY,
  LANGUAGES,
  LINE_SHELLS,
  LOCALS,
  MIGRATORS,
  NO_STATEMENTS,
  ODD,
  RUNNERS_OF_CODE,
  SQL_CLIENTS,
  STATEMENT_OPTION,
  STORES,
  STORE_SHELLS,
} from './programs.ts'
import { rehearses } from './rehearsal.ts'
import { requestOf } from './request.ts'
import { lostBySql } from './sql.ts'
import { bringsHere, destructiveWords, type Said } from './subcommand.ts'
import { BACK, isJoined, STRONG, verbKind, WEAK, wordParts } from './verbs.ts'
import { wordsOf, type Word } from './words.ts'

/** The caller's knowledge about a command besides its words. */
interface Known {
  /** Looks up a program in the tables, which this folder must not import. */
  readonly findProgram: (name: string) => ProgramShape | undefined
  /** The literal texts on the command's standard input. */
  readonly texts: () => readonly string[]
}

/** The two facts about a program that decide how its words are interpreted. */
interface ProgramShape {
  /** The program starts another one. */
  readonly carrier?: true
  readonly subcommands?: object | undefined
}

/**
 * The irreversible loss that a command's words alone show: data in another system, rows of a database, version-control data. Pure and
 * total; undefined if the words show none.
 */
export function lossByWords(
  argv: readonly Field[],
  { program: known, notReadonly }: ProgramFacts,
  { findProgram, texts }: Known,
): Loss | undefined {
  if (notReadonly === undefined) return undefined
  const written = display(argv[0])
  const program = programName(written)
  const input = texts()
  if (!isOdd().has(program) && !mayLose([written, ...argv.map(display), ...input])) return undefined
  const spec = findProgram(known ?? '')
  // The program that a carrier starts is judged as a separate command.
  if (spec?.carrier === true && !CLIENTS.has(program)) return undefined
  const plain = spec !== undefined && spec.subcommands === undefined && !isKnownHere(program)
  return lossOf({ program, words: wordsOf(argv), texts: input, plain, written: [written] })
}

const isOdd = lazy(
  () =>
    new Set(
      [...ODD.map(([, patterns]) => patterns), STORES].flatMap((list) =>
        Object.keys(list).join(' ').split(' '),
      ),
    ),
)

/** Most commands contain no letters of such a verb or statement, so they are skipped early. */
function mayLose(texts: readonly string[]): boolean {
  return texts.some((text) => LETTERS().test(text))
}

const LETTERS = lazy(
  () => new RegExp([STRONG, WEAK, BACK, 'update overwrite replace'].join(' ').split(' ').join('|'), 'i'),
)

function lossOf(command: CommandWords): Loss | undefined {
  const { program, words, written } = command
  if (rehearses(program, words)) return undefined
  for (const [kind, reader] of READERS) {
    const found = reader(command)
    if (found === undefined) continue
    const { shown, verb } = 'shown' in found ? found : { shown: found, verb: found }
    return { kind, target: [...written, ...shown].join(' '), spells: [...written, ...verb] }
  }
  const script = LANGUAGES.has(program) ? scriptOf(command) : undefined
  return script === undefined ? undefined : lossOf(script)
}

/** `php artisan migrate:fresh`, `python3 manage.py flush`, `java -jar jenkins-cli.jar delete-job`: the script is the program. */
function scriptOf({ words, texts, written }: CommandWords): CommandWords | undefined {
  const module = words.findIndex(({ text }) => /^-(?:m|jar)$/.test(text))
  const at = module === -1 ? words.findIndex(({ option, maybeValue }) => !option && !maybeValue) : module + 1
  const name = words[at]?.text ?? ''
  if (at === -1 || !/^[\w./~-]+$/.test(name) || LANGUAGES.has(name)) return undefined
  const program = baseName(name).replace(/\.jar$/, '')
  const rest = words.slice(at + 1)
  return { program, words: rest, texts, plain: false, written: [...written, name] }
}

function isKnownHere(program: string): boolean {
  return CLIENTS.has(program) || MIGRATORS.has(program) || LOCALS.has(program)
}

interface CommandWords {
  readonly program: string
  readonly words: readonly Word[]
  readonly texts: readonly string[]
  /** The tables know the program as one without subcommands, so its words are names. */
  readonly plain: boolean
  /** The words that identify the program. */
  readonly written: readonly string[]
}

/** Returns the words that say it; or a text to show, if a rule need not spell out all of it. */
type Reader = (command: CommandWords) => readonly string[] | Said | undefined

/** The last part of the path, without suffixes that systems add: `kafka-topics.sh`. */
function programName(written: string): string {
  return anyBaseName(written).replace(/\.(?:sh|exe|bat|cmd)$/i, '')
}

const matchStore = matcherOf(STORES)

const READERS: readonly (readonly [IrreversibleKind, Reader])[] = [
  ...ODD.map(([kind, patterns]): readonly [IrreversibleKind, Reader] => {
    const match = matcherOf(patterns)
    return [kind, ({ program, words }) => (bringsHere(words) ? undefined : match(program, words))]
  }),
  ['data', ({ program, words }) => matchStore(program, words)],
  ['data', ofLines],
  ['data', ofStatements],
  ['held', ofRequests],
  ['held', ofBatches],
  ['held', ofCode],
  ['held', ofSubcommands],
]

function ofSubcommands({
  program,
  words,
  plain,
  written,
}: CommandWords): readonly string[] | Said | undefined {
  if (KEEPS_HISTORY.has(program) || LANGUAGES.has(program)) return undefined
  const named = written.length === 1 && !LOCALS.has(program) && !(written[0] ?? '').includes('/')
  return (named ? byName(program) : undefined) ?? (plain ? undefined : destructiveWords(program, words))
}

/** `kafka-delete-records`, `dropdb`: the program's own name contains the verb. */
function byName(program: string): readonly string[] | undefined {
  const [first = '', ...rest] = wordParts(program)
  return isJoined(first) || (rest.length > 0 && verbKind(rest.join('-')) === 'strong') ? [] : undefined
}

/** Commands that a store reads line by line from its standard input. */
function ofLines({ program, texts }: CommandWords): readonly string[] | undefined {
  if (!LINE_SHELLS.has(program)) return undefined
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const words = line
      .trim()
      .split(/\s+/)
      .map((text) => ({ text, option: false, maybeValue: false }))
    const found = matchStore(program, words)
    if (found !== undefined) return found
  }
  return undefined
}

/** SQL and the code of database shells, in words and on standard input. */
function ofStatements({ program, words, texts }: CommandWords): readonly string[] | undefined {
  if (STORE_SHELLS.has(program)) return firstOf([...words.map(({ text }) => text), ...texts], lostByCalls)
  if (SQL_CLIENTS.has(program)) {
    if (words.some(({ text }) => text === ':memory:' || /^\/(?:var\/)?tmp\//.test(text))) return undefined
    return firstOf([...words.map(statementIn), ...texts], lostBySql)
  }
  if (texts.length === 0 && !words.some(({ text }) => /\s/.test(text))) return undefined
  const asked = words.some(({ text }) =>
    /^(?:sql|psql|query|execute(?:-\w+)?|db|d1|pg:psql|execute-sql|database|spanner)$/.test(text),
  )
  const given = words.filter(({ text }, index) => {
    if (/^--?[\w-]+=/.test(text)) return STATEMENT_OPTION.test(text.split('=', 1)[0] ?? '')
    return asked || STATEMENT_OPTION.test(words[index - 1]?.text ?? '')
  })
  if (LOCALS.has(program) || NO_STATEMENTS.test(program)) return undefined
  return firstOf([...given.map(statementIn), ...(asked ? texts : [])], lostBySql)
}

function statementIn({ text }: Word): string {
  return text.replace(/^--[\w-]+=|^-[a-zA-Z](?=[A-Za-z]{2,}\s)/, '')
}

function ofRequests({ program, words, texts }: CommandWords): readonly string[] | undefined {
  const request = requestOf(program, words)
  if (request === undefined) return undefined
  const bodies = [...request.bodies, ...texts]
  return lostByRequest({ ...request, bodies }) ?? firstOf(bodies.map(unquoted), lostBySql)
}

/** A batch of changes in JSON, one of which deletes: `--change-batch '{"Changes":[{"Action":"DELETE"}]}'`. */
function ofBatches({ program, words }: CommandWords): readonly string[] | undefined {
  if (!CLIENTS.has(program)) return undefined
  const at = words.findIndex(
    ({ text, option }) => option && /-batch$|^--(?:json-patch|cli-input-json|request-items)$/.test(text),
  )
  const [option, batch] = at === -1 ? [] : words.slice(at)
  return option !== undefined && DELETES.test(batch?.text ?? '') ? [option.text] : undefined
}

const DELETES = /"?\b(?:Action|op)"?\s*[:=]\s*"?(?:delete|remove)\b|"DeleteRequest"/i

/** `q=DROP DATABASE x` in a form; the other fields are data. */
function unquoted(body: string): string {
  return body.replace(/^(?:q|query|sql|stmt|statement|command|cmd)=/i, '')
}

function ofCode({ program, words, texts }: CommandWords): readonly string[] | undefined {
  if (!LANGUAGES.has(program) && !RUNNERS_OF_CODE.has(program)) return undefined
  return firstOf(
    [...words.filter(({ text }) => /[\s(.]/.test(text)).map(({ text }) => text), ...texts],
    lostByCode,
  )
}

function firstOf(
  texts: readonly string[],
  read: (text: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  for (const text of texts) {
    const found = read(text)
    if (found !== undefined) return found
  }
  return undefined
}
