import { builtinsOfPath } from '../builtins.ts'
import type { Place } from '../call.ts'
import { pathSubjects } from '../paths/subjects.ts'
import type { PlacedRule, Rule } from '../rules/rule.ts'
import type { Subject } from '../subject.ts'
import { toolFacts } from '../tools.ts'
import type { Around } from './around.ts'
import { coversCommand, coversRedirect, spellsPath } from './coverage.ts'
import { literal, type Field } from './field.ts'
import type { CommandPart, ReadPart, ShellPart, Touch, WritePart } from './part.ts'

const TOOL_OF_ACT: Readonly<Record<Touch['act'], string>> = {
  read: 'files.read',
  write: 'files.write',
  remove: 'files.delete',
}

/**
 * File rules bind what a command says it touches (SPEC P15, P16): for deny and ask, and a write or removal of a
 * protected file asks. Reading and writing outside the workspace is free here: that is the shell's business.
 */
export function touchedPaths(part: CommandPart, around: Around): readonly Subject[] {
  return part.facts.touches.flatMap(({ act, path }) =>
    listeners(path, TOOL_OF_ACT[act], {
      part,
      around,
      spelled: (rule) => coversCommand(rule, part) && spellsPath(rule, path),
    }),
  )
}

/** The same for the target of a redirect. */
export function redirectedPaths(part: WritePart | ReadPart, around: Around): readonly Subject[] {
  const tool = part.kind === 'write' ? 'files.write' : 'files.read'
  return listeners(part.target, tool, {
    part,
    around,
    spelled: (rule) => part.kind === 'write' && coversRedirect(rule, part) && spellsPath(rule, part.target),
  })
}

/** A `files.write` rule covers every path that the target could be. */
export function coversTarget(placed: PlacedRule, { target, cwds }: WritePart, place: Place): boolean {
  const files = pathsOf(target, cwds).map((path) => formsOf('files.write', path, place))
  return (
    files.length > 0 &&
    files.every((forms) => forms.every((form) => form.unreadable === undefined && form.must(placed)))
  )
}

interface Listening {
  readonly part: ShellPart
  readonly around: Around
  /** A rule for the command covers it and spells the path. */
  readonly spelled: (rule: Rule) => boolean
}

function listeners(field: Field, tool: string, listening: Listening): readonly Subject[] {
  const { part, around } = listening
  return pathsOf(field, part.cwds).flatMap((path) =>
    formsOf(tool, path, around.place).map((form) => listener(form, listening)),
  )
}

function listener(form: Subject, { part, around, spelled }: Listening): Subject {
  const guard = form.guard?.because === 'outside' ? undefined : form.guard
  return {
    label: form.label,
    range: part.range,
    carriers: part.carriers,
    ...(form.path === undefined
      ? {}
      : { path: form.path, builtins: builtinsOfPath(form.path, around.place) }),
    tools: { may: form.tools.may, must: [...form.tools.must, 'files.write', around.tool] },
    row: 'none',
    ...(guard === undefined ? {} : { guard }),
    may: (placed) => form.may(placed),
    must: (placed) => {
      if (guard?.because === 'own-files') return false
      const { tool } = placed.rule
      return tool.startsWith('files.') || tool.startsWith('@') ? form.must(placed) : spelled(placed.rule)
    },
  }
}

interface PathFrom {
  readonly asked: string
  readonly cwd: string
}

function formsOf(tool: string, { asked, cwd }: PathFrom, place: Place): readonly Subject[] {
  return pathSubjects({
    tool: toolFacts(tool),
    specifier: { kind: 'path', paths: [{ asked }] },
    place: { ...place, cwd },
  })
}

/** The paths that a word certainly names, from each working directory that is possible. */
function pathsOf(field: Field, cwds: readonly (string | undefined)[]): readonly PathFrom[] {
  const text = literal(field)
  if (text === undefined || text === '' || text === '-') return []
  // `~` is expanded by the shell alone: what is left of it here is a name.
  const asked = text.startsWith('~') ? `./${text}` : text
  if (asked.startsWith('/')) return [{ asked, cwd: '/' }]
  return cwds.flatMap((cwd) => (cwd === undefined ? [] : [{ asked, cwd }]))
}
