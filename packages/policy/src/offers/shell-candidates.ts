import type { Place, PolicyCall } from '../model/call.ts'
import { builtinsOfTraits } from '../builtins.ts'
import { formOf } from '../paths/form.ts'
import { baseName } from '../text/base-name.ts'
import { escapeShellWord } from '../rules/shell-pattern.ts'
import { assignmentField } from '../shell/coverage.ts'
import { display, isSettled, literal, type Field } from '../model/field.ts'
import type { CommandPart, ShellPart, WritePart } from '../model/part.ts'
import { isLoopback } from '../shell/programs/addresses.ts'
import { PRIVILEGE_NAMES } from '../shell/programs/carriers.ts'
import { findProgram } from '../shell/programs/registry.ts'
import { readShell } from '../shell/read-shell.ts'
import { hazardOptions } from './hazard-options.ts'
import { candidate } from './candidate.ts'
import type { Candidate } from './offer.ts'
import { pathCandidates } from './path-candidates.ts'
import { wordSet } from '../word-set.ts'

/** Rules for the parts of a command, never for its whole text: a yes to `git status && rm x` must not be a yes to `rm`. */
export function shellCandidates(call: PolicyCall, command: string): readonly Candidate[] {
  const { parts } = readShell(command, call.place)
  // If invisible code runs, a rule for the other parts does not help.
  const opaque = parts.some(
    (part) => part.kind === 'opaque' || (part.kind === 'command' && part.facts.opaque),
  )
  return opaque ? [] : parts.flatMap((part) => partCandidates(part, parts, call))
}

function partCandidates(
  part: ShellPart,
  parts: readonly ShellPart[],
  call: PolicyCall,
): readonly Candidate[] {
  if (part.kind === 'command') return commandCandidates(part, startedBy(part, parts), call.tool.name)
  return part.kind === 'write' ? writeCandidates(part, call.place) : []
}

/**
 * Programs for which one yes must not become a permanent one: they remove files, raise privilege, or run whatever their words say. The
 * tables also say so, by arity; this list applies where a table says nothing.
 */
const NEVER = wordSet(
  'rm rmdir unlink shred dd mkfs sudoedit visudo eval exec source . trap bash sh zsh dash ksh fish csh ' +
    'tcsh busybox env xargs parallel nohup setsid timeout nice ionice watch script strace ltrace flock command builtin ' +
    'nsenter unshare ssh telnet nc ncat socat kill killall pkill crontab at',
)

/** Nobody would read a longer rule again. */
const MAX_EXACT = 200

/** The command that a runner starts: `prisma migrate deploy` of `npx prisma migrate deploy`. */
function startedBy(runner: CommandPart, parts: readonly ShellPart[]): CommandPart | undefined {
  return parts.find((part): part is CommandPart => {
    const carrier = part.kind === 'command' ? part.carriers.at(-1) : undefined
    return carrier?.kind === 'remote' && carrier.argv === runner.argv
  })
}

function commandCandidates(
  part: CommandPart,
  started: CommandPart | undefined,
  tool: string,
): readonly Candidate[] {
  const { argv, facts, assignments } = part
  if (!isOfferable(part)) return []
  const set = assignments.filter((fact) => !fact.harmless).map(assignmentField)
  const exact = isReadable([...set, ...argv]) ? spell([...set, ...argv]) : undefined
  const lead = definingWords(part, started)
  const commands = [
    ...(exact === undefined ? [] : candidate(`${tool}(${exact})`, 'exact', 'exactly this command')),
    ...(lead === undefined ? [] : beginnings(tool, set, part, lead)),
    ...ownServer(tool, set, part),
  ]
  // Commands without a rule from the tables can still get an exact exception from a built-in.
  const exceptions = builtinsOfTraits(facts.traits, '').flatMap(({ name }) =>
    exact === undefined
      ? []
      : candidate(`${name}(${exact})`, 'exception', `exactly this command, for ${name}`),
  )
  return [...(facts.arity < 0 && !isActivation(argv) ? [] : commands), ...exceptions]
}

/** The rule must describe what runs: nothing hidden, nothing started indirectly, no privilege. */
function isOfferable({ argv, facts, carriers, shadowed }: CommandPart): boolean {
  return (
    isOrdinary(argv) &&
    facts.breaker === undefined &&
    !facts.opaque &&
    !facts.privilege &&
    !shadowed &&
    facts.inner.every((inner) => inner.kind === 'argv' && isOrdinary(inner.argv)) &&
    carriers.every((carrier) => carrier.transparent && carrier.privilege !== true)
  )
}

function isOrdinary(argv: readonly Field[]): boolean {
  const name = literal(argv[0])
  if (name === undefined || PRIVILEGE_NAMES().has(baseName(name))) return false
  return !NEVER.has(baseName(name)) || isActivation(argv)
}

/** `source .venv/bin/activate` precedes many commands of a day, so exactly this one is offered. */
function isActivation([program, file, ...more]: readonly Field[]): boolean {
  const sources = /^(?:source|\.)$/.test(literal(program) ?? '')
  return sources && more.length === 0 && /^(?:\.\/)?\.?v?env\/bin\/activate$/.test(literal(file) ?? '')
}

/** How many words define the command: program and subcommands, with the options between them. */
function definingWords(part: CommandPart, started: CommandPart | undefined): number | undefined {
  const lead = ownWords(part)
  const more = started?.facts.arity ?? 1
  if (lead === undefined || more < 1) return undefined
  if (more === 1) return lead
  // The defining words of the started command.
  const rest = part.argv.slice(lead, lead + more - 1)
  const plain =
    rest.length === more - 1 && rest.every((word) => !isOption(word) && literal(word) !== undefined)
  return plain ? lead + more - 1 : undefined
}

/** Program and subcommands, and the script or target if it is a separate word. */
function ownWords(part: CommandPart): number | undefined {
  if (SETS.has(part.facts.program ?? '')) return undefined
  const lead = namingWords(part)
  if (lead === undefined || !runsItsNextWord(part, lead)) return lead
  const next = part.argv[lead]
  return next === undefined || isOption(next) ? undefined : lead + 1
}

function namingWords({ argv, facts }: CommandPart): number | undefined {
  if (facts.arity < 1 || argv.length < facts.arity) return undefined
  const plain =
    [argv, ...facts.spellings].find((words) => !words.slice(1, facts.arity).some(isOption)) ?? argv
  const last = plain[facts.arity - 1]
  const word = literal(last)
  const at = argv.findIndex((field, index) => index >= facts.arity - 1 && literal(field) === word)
  return word === undefined || at === -1 ? undefined : at + 1
}

/** These set values for later commands: `export *` would also cover `export PATH=…`. */
const SETS = wordSet(
  'export declare typeset local readonly alias unalias set unset shopt enable hash bind complete umask ulimit',
)

/** The word after these is a file or a target that is run, so a rule names it. */
const RUNS = wordSet(
  'go:run zig:run crystal:run nim:r nim:run v:run dart:run dotnet:script dotnet:fsi cargo:script pm2:start pm2:exec ' +
    'forever:start jupyter:run flatpak:run snap:run nextflow:run mlflow:run electron ansible-playbook packer:build ' +
    'run-p run-s npm-run-all service',
)

/**
 * A program that no table knows may run its arguments: `mpirun make`. So its first word is part of its name, unless the program is a file
 * of the project itself, `./build.sh`.
 */
function runsItsNextWord({ argv }: CommandPart, lead: number): boolean {
  const words = argv.slice(0, lead).map(display)
  const [program = ''] = words
  const name = baseName(program)
  if (lead === 1 && !program.includes('/') && findProgram(name) === undefined) return true
  return RUNS.has(lead === 1 ? name : `${name}:${words.at(-1) ?? ''}`)
}

function isOption(field: Field): boolean {
  return display(field).startsWith('-')
}

/** `npm run build --watch *`, then `npm run build *`. */
function beginnings(
  tool: string,
  set: readonly Field[],
  part: CommandPart,
  lead: number,
): readonly Candidate[] {
  const { argv } = part
  return [lead + 1, lead].flatMap((length): readonly Candidate[] => {
    const words = argv.slice(0, length)
    const isNarrow = length > lead
    if ((isNarrow && argv.length <= length) || !isReadable([...set, ...words]) || words.some(isGlob))
      return []
    if (endsInHazard(words, part) || leavesProgramOpen(words, part) || leavesLossOpen(words, part)) return []
    const text = spell([...set, ...words])
    const covers = `every command that begins with \`${words.map(display).join(' ')}\``
    const hazards = hazardOptions(words.map(display))
    return candidate(`${tool}(${text} *)`, isNarrow ? 'narrow' : 'program', covers, hazards)
  })
}

/** `go test -exec *`, `npm config set *`: the next word, whatever it is, would be started, loaded, set or written. */
function endsInHazard(words: readonly Field[], { facts }: CommandPart): boolean {
  const last = words.at(-1)
  return (
    last !== undefined &&
    !display(last).includes('=') &&
    facts.hazards.some(({ range }) => range.start === last.range.start)
  )
}

/** `kubectl delete *`: for an irreversible command a rule names at least the kind of object after the verb. */
function leavesLossOpen(words: readonly Field[], { facts: { loss } }: CommandPart): boolean {
  if (loss === undefined) return false
  const texts = words.map(display)
  const verb = Math.max(...loss.spells.map((word) => texts.indexOf(word)))
  const last = words.at(-1)
  return verb >= words.length - 1 || last === undefined || isOption(last)
}

/** Shells on other machines: the words after them run there. */
const REMOTE = wordSet(
  'gcloud:ssh fly:ssh flyctl:ssh aws:execute-command az:run-command az:invoke adb:shell gh:ssh cf:ssh doctl:ssh eb:ssh',
)

/** `aws-vault exec prod -- *`, `npx cross-env *`, `uv run python *`: the words do not say which program is started. */
function leavesProgramOpen(words: readonly Field[], { facts }: CommandPart): boolean {
  const [program = '', ...rest] = words.map(display)
  if (rest.some((word) => REMOTE.has(`${baseName(program)}:${word}`))) return true
  return facts.inner.some((inner) => {
    const [program] = inner.kind === 'argv' ? inner.argv : []
    if (program === undefined || !words.includes(program)) return true
    const spec = findProgram(baseName(display(program)))
    return spec?.carrier === true || (spec?.arity === 0 && words.at(-1) === program)
  })
}

/** `curl -s http://localhost:3000/a`: any path of a server on this machine, with the same options. */
function ownServer(tool: string, set: readonly Field[], { argv, facts }: CommandPart): readonly Candidate[] {
  const last = argv.at(-1)
  if (facts.program !== 'curl' || facts.hazards.length > 0 || facts.traits.includes('send-files')) return []
  if (last === undefined || !isLoopback(last) || !isReadable([...set, ...argv])) return []
  const [server] = /^(?:https?:\/\/[^/?#\s]+|[^/:?#\s]+(?::\d+)?)(?=\/)/.exec(display(last)) ?? []
  if (server === undefined) return []
  const words = spell([...set, ...argv.slice(0, -1)])
  const covers = `every command that begins with \`${argv.slice(0, -1).map(display).join(' ')} ${server}/\``
  return candidate(`${tool}(${words} ${server}/*)`, 'narrow', covers, hazardOptions(argv.map(display)))
}

function isGlob(field: Field): boolean {
  return literal(field) === undefined
}

function isReadable(words: readonly Field[]): boolean {
  const text = words.map(display).join(' ')
  return words.every(isSettled) && text.length <= MAX_EXACT && !text.includes('\n')
}

function spell(words: readonly Field[]): string {
  return words.map((word) => escapeShellWord(display(word))).join(' ')
}

/** A redirect is a write: its rules are for the file, then for its folder. */
function writeCandidates({ target, cwds }: WritePart, place: Place): readonly Candidate[] {
  const text = literal(target)
  const [cwd, ...others] = cwds
  if (text === undefined || text === '') return []
  if (!text.startsWith('/') && (cwd === undefined || others.length > 0)) return []
  const path = formOf(text.startsWith('/') ? text : `${cwd ?? ''}/${text}`).path
  return pathCandidates('files.write', path, place, { spelled: false }).filter(
    ({ scope }) => scope !== 'tree',
  )
}
