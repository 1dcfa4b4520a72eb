import { display, knownPrefix, literal } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { fieldFrom } from './options.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** Reads the files that the words name in a tree; the format may start a program. */
export function readShow(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const formatted = readFormats(args, facts)
  return { ...formatted, touches: [...facts.touches, ...treePaths(args)] }
}

/** A word that is not a revision may be a path. */
export function readDiff(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const shown = readShow(args, facts)
  const named = args.operands.filter((field) => !/^$|\.\.|[~^:]|@\{/.test(knownPrefix(field)))
  const files = named.map((path): Touch => ({ act: 'read', path, recursive: false }))
  return { ...shown, touches: [...(shown.touches ?? []), ...files] }
}

/** `git log -p .env`; after `--` they are always paths. */
export function readLog(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return args.dashes ? readShow(args, facts) : readDiff(args, facts)
}

/** `%G?` and `%(signature)` start the configured gpg program; an unknown format may contain them. */
export function readFormats(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const signed = args.options.find(({ names, value }) => {
    if (value === undefined || !(names.includes('--format') || names.includes('--pretty'))) return false
    return literal(value) === undefined || /%[-+ ]?G|%\([^)]*signature/.test(display(value))
  })
  const { notReadonly, hazards } = facts
  if (signed === undefined) return notReadonly === undefined ? { hazards } : { notReadonly, hazards }
  const option = signed.written
  const program = [args.program, ...args.path].join(' ')
  return {
    notReadonly: notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...hazards, { kind: 'starts', option, range: signed.field.range, spellings: [option] }],
  }
}

/** `HEAD:path` and `--`-separated paths are read. */
export function treePaths({ operands, rest, dashes }: ParsedArgs): readonly Touch[] {
  const dash = rest.findIndex((field) => literal(field) === '--')
  const behind = dashes && dash !== -1 ? rest.slice(dash + 1) : []
  const named = operands
    .filter((field) => !behind.includes(field))
    .flatMap((field) => {
      // `:path` and `:2:path` are in the index, `:/text` searches for a message.
      const start = /^[^:]*:(?!\/)(?:[0-3]:)?/.exec(knownPrefix(field))?.[0]
      return start === undefined ? [] : [fieldFrom(field, start.length)]
    })
  return [...named, ...behind].map((path): Touch => ({ act: 'read', path, recursive: false }))
}
