import { fromNetwork, type CommandCall } from './context.ts'
import { isLost } from './concurrent-io.ts'
import { downloadedFolder, isDownloaded, isProjectFetched } from './downloads.ts'
import { knownPrefix, literal, type Field } from '../model/field.ts'
import type { ProgramFacts } from '../model/part.ts'
import { fieldValue, isDownload } from './value.ts'
import { wordSet } from '../word-set.ts'
import { BUILDERS, HANDS_ON, TAKES_CODE, READS_STDIN, TAKES_CODE_ON_REQUEST } from './programs/kinds.ts'

/** A download goes into something that is not a filter: it is run, or used as code or instructions. Checked only after a download. */
export function runsDownload(call: CommandCall, facts: ProgramFacts, program: string): boolean {
  const { argv } = call
  const [first, ...words] = argv
  if (first === undefined) return false
  if (literal(first) === undefined && (isDownload(fieldValue(first)) || isLost(first))) return true
  if (facts.inner.some(({ kind }) => kind === 'argv') && !TAKES_CODE.has(program)) return false
  if (/^(?:mapfile|readarray)$/.test(program))
    return fromNetwork(call) && words.some((word) => /^-\w*C/.test(literal(word) ?? ''))
  if (facts.hidden === true && givesFetched(call)) return true
  if (DECLARES.test(program) && words.some((word) => word.many && isDownload(fieldValue(word)))) return true
  if (/^[gb]?make$/.test(program) && words.some(isFetchedSetting)) return true
  const plain = facts.notReadonly === undefined && facts.hazards.length === 0
  if (plain || HANDS_ON.has(program)) return false
  const readsStdin = words.some((word) => READS_STDIN.test(literal(word) ?? ''))
  return (
    (fromNetwork(call) && readsInput(call, facts, program, readsStdin)) ||
    words.some((word) => isFetchedWord(word, program)) ||
    runsFile(call, program)
  )
}

/** The text decides which variables these set. */
const DECLARES = /^(?:export|declare|typeset|readonly|env)$/

/** `make SHELL="$(curl …)"`: a program, or its flags. */
function isFetchedSetting(word: Field): boolean {
  return (
    /^(?:\.?SHELL\w*|MAKE\w*|CC|CXX|LD|AR|\w*(?:FLAGS|CMD|COMMAND))[:?+]?=/.test(knownPrefix(word)) &&
    isDownload(fieldValue(word))
  )
}

/** A variable that the program sees contains a download. */
function givesFetched({ state, environment }: CommandCall): boolean {
  const visible = [
    ...environment.values(),
    ...[...state.variables.values()].filter(({ exported }) => exported),
  ]
  return visible.some(({ values }) => values.some(isDownload))
}

const GIT_TAKES = wordSet('apply am fast-import')

function readsInput(
  { argv }: CommandCall,
  facts: ProgramFacts,
  program: string,
  readsStdin: boolean,
): boolean {
  if (facts.input === 'script') return true
  if (facts.program === undefined) return true
  if (program === 'git') return argv.some((word) => GIT_TAKES.has(literal(word) ?? ''))
  if (TAKES_CODE_ON_REQUEST.has(program)) return readsStdin
  // With a command in their words they treat their input as data.
  return TAKES_CODE.has(program) && !argv.some((word) => GIVEN.test(literal(word) ?? ''))
}

const GIVEN = /^(?:-c|-e|-x|--command(?:=.*)?|--execute(?:=.*)?|\..*|(?:select|insert|copy|create)\s.*)$/is

/** `<(curl …)`, the words that `xargs` gets from it, and code from a substitution. */
function isFetchedWord(word: Field, program: string): boolean {
  const value = fieldValue(word)
  if (!isDownload(value)) return false
  const taker = TAKES_CODE.has(program) || /^(?:g|m|n)?awk$|^g?sed$/.test(program)
  return (
    taker ||
    value.some((bit) => bit.kind === 'hole' && bit.download && (bit.many || bit.source.startsWith('<(')))
  )
}

/** A downloaded file, or one that a build finds in a downloaded folder. */
function runsFile({ argv, state, frame }: CommandCall, program: string): boolean {
  const { reading } = frame
  if (reading.downloads.size === 0) return false
  const git = program === 'git' && argv.some((word) => GIT_TAKES.has(literal(word) ?? ''))
  if (TAKES_CODE.has(program) || TAKES_CODE_ON_REQUEST.has(program) || git) {
    if (argv.slice(1).some((word) => isDownloaded(word, state.cwds, reading))) return true
  }
  return (
    BUILDERS.has(program) && (isProjectFetched(state.cwds, reading) || downloadedFolder(state.cwds, reading))
  )
}
