import { deviceOf, emptied } from '../breakers.ts'
import type { PolicyCall } from '../model/call.ts'
import { irreversibleRedirect, unkeptElsewhere } from '../irreversible/irreversible.ts'
import { assertNever } from '../result.ts'
import { shellPatternOf, wordsOfCommand } from '../rules/rule-key.ts'
import { coversWords, fitsWords } from '../rules/shell-pattern.ts'
import type { Subject, SubjectKeys } from '../model/subject.ts'
import { around, partBase, type Around } from './around.ts'
import { commandSubject } from './command-subject.ts'
import { assignmentField, coversRedirect, isEvery } from './coverage.ts'
import { display, NOWHERE, textField, type Field } from '../model/field.ts'
import type {
  AssignmentPart,
  BreakerPart,
  OpaquePart,
  ShellPart,
  ShellReading,
  Unreadable,
  WritePart,
} from '../model/part.ts'
import { redirectedPath, touchedPaths } from './touched-paths.ts'

/** The subjects of a shell command: one for each part, and one for each path that it names. Never empty. */
export function shellSubjects(call: PolicyCall, reading: ShellReading): readonly Subject[] {
  const here = around(call)
  const parts = [
    ...distinct(reading.parts).flatMap((part) => partSubjects(part, here)),
    ...unkeptSubjects(reading.parts, here),
    ...(here.disk.breakers ?? []).map((breaker) => breakerSubject({ ...NO_PART, breaker }, here)),
  ]
  if (reading.unreadable !== undefined) return [unreadableSubject(reading.unreadable, here), ...parts]
  // A loss that the disk reports applies even if no word of the command shows it.
  const [unkept] = here.disk.unkept ?? []
  if (unkept !== undefined && !parts.some(({ irreversible }) => irreversible?.kind === 'unkept'))
    return [...parts, unkeptSubject(unkept, here)]
  return parts.length > 0 ? parts : [nothing(here)]
}

/** For facts that no part of the text shows. */
const NO_PART = { kind: 'breaker', range: NOWHERE.range, carriers: [], cwds: [] } as const

/** For fewer parts than this, finding equal commands costs more than deciding them. */
const FEW = 16

/** A redirect that occurs twice in the same place is one; so is a command if there are many. */
function distinct(parts: readonly ShellPart[]): readonly ShellPart[] {
  if (parts.length < 2) return parts
  const reported = new Map<object, Set<string>>()
  return parts.filter((part) => {
    const key = part.kind === 'write' || parts.length > FEW ? keyOf(part) : undefined
    if (key === undefined) return true
    const owner = part.kind === 'write' && part.command !== undefined ? part.command : part.carriers
    const keys = reported.get(owner) ?? new Set()
    const known = keys.has(key)
    reported.set(owner, keys.add(key))
    return !known
  })
}

/** The content of a part, independent of its position; undefined: it is always reported. */
function keyOf(part: ShellPart): string | undefined {
  if (part.kind === 'write') return JSON.stringify([part.target.pieces, part.cwds])
  if (part.kind !== 'command' || part.assignments.length + part.writes.length > 0) return undefined
  const { argv, facts, cwds, shadowed } = part
  return JSON.stringify([
    argv.map(({ pieces, many, quoted }) => [pieces, many, quoted]),
    facts.touches.map(({ act, path, recursive }) => [act, path.pieces, recursive]),
    cwds,
    shadowed,
    facts.opaque,
  ])
}

function partSubjects(part: ShellPart, here: Around): readonly Subject[] {
  switch (part.kind) {
    case 'command':
      return [commandSubject(part, here), ...touchedPaths(part, here)]
    case 'write':
      return writeSubjects(part, here)
    case 'read':
      return [redirectedPath(part, here)]
    case 'assignment':
      return [assignmentSubject(part, here)]
    case 'opaque':
      return [opaqueSubject(part, here)]
    case 'breaker':
      return [breakerSubject(part, here)]
    default:
      return assertNever(part)
  }
}

/** Only rules for every command can match. */
const NO_WORD: SubjectKeys = { words: [] }

function keysOf(vector: readonly Field[]): SubjectKeys {
  const words = wordsOfCommand(vector)
  return words === undefined ? {} : { words }
}

/** A writing redirect: covered by a rule that spells it out, or by a `files.write` rule for its path. */
function writeSubjects(part: WritePart, here: Around): readonly Subject[] {
  const target = display(part.target)
  const breaker =
    deviceOf(part.target, part.cwds) ??
    (part.append ? undefined : emptied(part.target, part.cwds, here.place))
  const path = redirectedPath(part, here)
  const write: Subject = {
    ...partBase(part, here, `writes ${target}`),
    keys: { ...path.keys, ...keysOf(part.command ?? []) },
    tools: { may: [here.tool], must: [here.tool, ...path.tools.must] },
    breaker,
    irreversible: irreversibleRedirect(part, here),
    // Bash opens a connection for such a path.
    builtins: /^\/dev\/(?:tcp|udp)\//.test(target) ? [{ name: '@send-files', target }] : [],
    notes: [{ because: 'writes', target }],
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: (placed) =>
      placed.rule.tool.startsWith('files.')
        ? path.must(placed)
        : isEvery(placed.rule) || coversRedirect(placed.rule, part),
  }
  return [write, path]
}

function assignmentSubject(part: AssignmentPart, here: Around): Subject {
  const { assignment, exported, carriers } = part
  const word = assignmentField(assignment)
  const vector = exported ? [textField('export', part.range), word] : [word]
  const certain = carriers.every((carrier) => carrier.transparent)
  return {
    ...partBase(part, here, display(word)),
    ...(exported ? { keys: keysOf(vector) } : {}),
    ...(assignment.harmless && certain
      ? { readonly: { program: 'assignment' } }
      : { notes: [{ because: 'assignment', name: assignment.name }] }),
    may: ({ rule }) => {
      const pattern = shellPatternOf(rule)
      if (pattern === undefined || pattern.any) return 'hit'
      // An unknown value does not turn the variable into any program.
      return !exported && pattern.words[0]?.text.startsWith(`${assignment.name}=`) !== true
        ? 'no'
        : fitsWords(pattern, vector)
    },
    must: ({ rule }) => {
      const pattern = shellPatternOf(rule)
      return pattern === undefined || pattern.any || (certain && coversWords(pattern, vector))
    },
  }
}

/** Invisible code could be anything that a deny or ask rule names, except for the shipped layer. */
function opaqueSubject(part: OpaquePart, here: Around): Subject {
  const { source } = part
  const label = source === 'download' ? 'code from the network' : 'code that is not shown'
  return {
    ...partBase(part, here, label),
    keys: { words: [], beside: 'any-own-rule' },
    notes: [{ because: 'opaque-code', source }],
    builtins: source === 'download' ? [{ name: '@pipe-to-shell', target: label }] : [],
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: ({ rule }) => isEvery(rule),
  }
}

function breakerSubject(part: BreakerPart, here: Around): Subject {
  return {
    ...partBase(part, here, part.breaker.target),
    keys: NO_WORD,
    breaker: part.breaker,
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: () => false,
  }
}

function unkeptSubject(path: string, { tool, row }: Around): Subject {
  return {
    label: path,
    keys: NO_WORD,
    tools: { may: [tool], must: [] },
    row,
    irreversible: { kind: 'unkept', target: path, lifts: () => false },
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: () => false,
  }
}

function unreadableSubject(unreadable: Unreadable, { tool, row }: Around): Subject {
  const { position } = unreadable
  return {
    label: 'unreadable',
    range: { start: position, end: position },
    keys: NO_WORD,
    tools: { may: [tool], must: [] },
    row,
    unreadable,
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: () => false,
  }
}

/** A loss that no part shows: no rule lifts it. */
function unkeptSubjects(parts: readonly ShellPart[], here: Around): readonly Subject[] {
  return unkeptElsewhere(parts, here).map((target) => ({
    label: target,
    keys: NO_WORD,
    tools: { may: [here.tool], must: [here.tool] },
    row: here.row,
    irreversible: { kind: 'unkept', target, lifts: () => false },
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: ({ rule }) => isEvery(rule),
  }))
}

/** An empty text, a comment: nothing runs. */
function nothing({ tool, row }: Around): Subject {
  return {
    label: '',
    keys: NO_WORD,
    tools: { may: [tool], must: [tool] },
    row,
    readonly: { program: '' },
    may: ({ rule }) => (isEvery(rule) ? 'hit' : 'no'),
    must: ({ rule }) => isEvery(rule),
  }
}
