import { display, type Field, type Range } from '../field.ts'
import type {
  AssignmentFact,
  Carrier,
  Inner,
  InnerAssignment,
  ProgramFacts,
  ShellPart,
  ShellReading,
  Touch,
} from '../part.ts'
import { fieldValue } from '../value.ts'
import { outline, PLACE } from './reading.ts'

/**
 * A reading in full, a line a part: what it is, where it stands, by what it is started, where it works, and what the
 * tables say of it. What is as usual is left out.
 */
export function detail({ parts, unreadable }: ShellReading): readonly string[] {
  return [
    ...parts.map((part) => [...outline({ parts: [part] }), place(part.range), ...facets(part)].join(' ')),
    ...(unreadable === undefined ? [] : [`unreadable at ${unreadable.position}: ${unreadable.reason}`]),
  ]
}

function facets(part: ShellPart): readonly string[] {
  return [...part.carriers.map(carrier), ...directories(part.cwds), ...own(part)]
}

function own(part: ShellPart): readonly string[] {
  switch (part.kind) {
    case 'command':
      return [
        ...quotes(part.argv),
        ...part.argv.flatMap(holes),
        ...part.assignments.map(assignment),
        ...part.writes.map((target) => `>${display(target)}`),
        ...program(part.facts),
      ]
    case 'write':
      return [...holes(part.target), ...(part.command === undefined ? [] : [`of:${words(part.command)}`])]
    case 'assignment':
      return [assignment(part.assignment)]
    case 'breaker':
      return [part.breaker.target]
    case 'read':
      return holes(part.target)
    case 'opaque':
      return []
    default:
      return part satisfies never
  }
}

/** Which words had quotes. */
function quotes(argv: readonly Field[]): readonly string[] {
  const quoted = argv.flatMap((field, index) => (field.quoted ? [index] : []))
  return quoted.length === 0 ? [] : [`"${quoted.join()}`]
}

/** Where text comes from that is not settled; nothing is said of what is mere data. */
function holes(field: Field): readonly string[] {
  return fieldValue(field).flatMap((bit) => {
    if (bit.kind !== 'hole') return []
    const { source, origin, download, local, many, content, listing } = bit
    const flags = `${download ? '↓' : ''}${local === true ? '⌂' : ''}${many ? '…' : ''}`
    const inside = `${content === undefined ? '' : '='}${listing === undefined ? '' : '*'}`
    return origin === 'data' && flags + inside === '' ? [] : [`?${source}:${origin}${flags}${inside}`]
  })
}

function place({ start, end }: Range): string {
  return `@${start}-${end}`
}

function words(fields: readonly Field[]): string {
  return fields.map(display).join('␣')
}

function carrier({ kind, name, argv, from, transparent, privilege, range }: Carrier): string {
  const flags = `${transparent ? '' : '!'}${privilege === true ? '^' : ''}`
  const vector = argv === undefined ? '' : `(${words(argv)}|${from ?? ''})`
  return `[${flags}${kind}:${name}${vector}${place(range)}]`
}

function directories(cwds: readonly (string | undefined)[]): readonly string[] {
  const usual = cwds.length === 1 && cwds[0] === PLACE.cwd
  return usual ? [] : [`in:${cwds.map((cwd) => cwd ?? '?').join('|')}`]
}

function assignment({ name, value, harmless, loads, range }: AssignmentFact): string {
  return `{${harmless ? '' : '!'}${loads === true ? '+' : ''}${name}=${value === undefined ? '?' : display(value)}${place(range)}}`
}

function program(facts: ProgramFacts): readonly string[] {
  const { notReadonly, breaker, query, input } = facts
  return [
    ...(facts.program === undefined ? [] : [`as:${facts.program}/${facts.arity}`]),
    ...(notReadonly === undefined || notReadonly.because === 'unknown-program'
      ? []
      : [`effect:${'argument' in notReadonly ? notReadonly.argument : notReadonly.because}`]),
    ...(query === true ? ['query'] : []),
    ...(input === undefined ? [] : ['input']),
    ...(facts.hidden === true ? ['hidden'] : []),
    ...(facts.transparent ? ['transparent'] : []),
    ...(facts.privilege ? ['privilege'] : []),
    ...(facts.opaque ? ['opaque'] : []),
    ...(breaker === undefined ? [] : [`breaker:${breaker.kind}:${breaker.target}`]),
    ...facts.traits,
    ...facts.hazards.map(
      ({ kind, option, range, spellings }) => `${kind}:${option}${place(range)}=${spellings.join()}`,
    ),
    ...facts.touches.map(touch),
    ...facts.inner.map(inner),
    ...facts.spellings.map((spelling) => `like:${words(spelling)}`),
  ]
}

function touch({ act, path, recursive, perhaps, guess }: Touch): string {
  const flags = `${recursive ? '*' : ''}${perhaps === true ? '?' : ''}${guess === true ? '~' : ''}`
  return `${act}${flags}:${display(path)}${path.many ? '…' : ''}`
}

function inner(started: Inner): string {
  switch (started.kind) {
    case 'argv': {
      const { argv, from, more, mark, remote, assignments = [] } = started
      const flags = `${more === true ? '+' : ''}${mark ?? ''}${remote === true ? '@' : ''}`
      return `starts:${words(argv)}|${from ?? ''}${flags}${assignments.map(set).join('')}`
    }
    case 'script': {
      const { text, args, remote, dialect, assignments = [] } = started
      const flags = `${remote === true ? '@' : ''}${dialect ?? ''}`
      return `script:${display(text)}|${args === undefined ? '?' : words(args)}${flags}${assignments.map(set).join('')}`
    }
    case 'stdin-script':
      return `stdin-script${started.table === true ? ' table' : ''}`
    case 'beyond':
      return 'beyond'
    default:
      return started satisfies never
  }
}

function set({ name, value }: InnerAssignment): string {
  return `{${name}=${display(value)}}`
}
