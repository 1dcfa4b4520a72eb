import { display, type Field, type Range } from '../field.ts'
import type { AssignmentFact, Carrier, Inner, ProgramFacts, ShellPart, ShellReading } from '../part.ts'
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
        ...part.assignments.map(assignment),
        ...part.writes.map((target) => `>${display(target)}`),
        ...program(part.facts),
      ]
    case 'write':
      return part.command === undefined ? [] : [`of:${words(part.command)}`]
    case 'assignment':
      return [assignment(part.assignment)]
    case 'breaker':
      return [part.breaker.target]
    case 'read':
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

function assignment({ name, value, harmless, range }: AssignmentFact): string {
  return `{${harmless ? '' : '!'}${name}=${value === undefined ? '?' : display(value)}${place(range)}}`
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
    ...(facts.transparent ? ['transparent'] : []),
    ...(facts.privilege ? ['privilege'] : []),
    ...(facts.opaque ? ['opaque'] : []),
    ...(breaker === undefined ? [] : [`breaker:${breaker.kind}:${breaker.target}`]),
    ...facts.traits,
    ...facts.hazards.map(
      ({ kind, option, range, spellings }) => `${kind}:${option}${place(range)}=${spellings.join()}`,
    ),
    ...facts.touches.map(({ act, path, recursive }) => `${act}${recursive ? '*' : ''}:${display(path)}`),
    ...facts.inner.map(inner),
    ...facts.spellings.map((spelling) => `like:${words(spelling)}`),
  ]
}

function inner(started: Inner): string {
  switch (started.kind) {
    case 'argv':
      return `starts:${words(started.argv)}|${started.from ?? ''}${started.more === true ? '+' : ''}`
    case 'script':
      return `script:${display(started.text)}|${started.args === undefined ? '?' : words(started.args)}`
    case 'stdin-script':
      return 'stdin-script'
    default:
      return started satisfies never
  }
}
