import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Hazard, Trait } from '../../model/part.ts'
import { isLoopback, originOf } from './addresses.ts'
import { withoutHarmlessOutput } from './harmless-output.ts'
import { inWorkspace, relief } from './hazard-relief.ts'
import type { FactsPatch, ParsedArgs, ParsedOption, ProgramFacts, Touch } from './spec.ts'
import { after, optionHazard } from './table-parts.ts'

/** The files that curl writes and sends, and the hosts that it contacts. */
export function readCurl(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const kept = withoutHarmlessOutput(args, facts, { dash: true })
  const hazards = [
    ...kept.hazards,
    ...args.options.filter(writesByFormat).map((option) => optionHazard('writes', option)),
    ...args.options
      .filter(({ names }) => names.includes('-T'))
      .map((option) => optionHazard('loads', option)),
    ...otherHosts(args),
  ]
  const sent = args.options.flatMap(sentFile)
  const away = sent.length > 0 && !args.operands.every(isLoopback)
  const traits: readonly Trait[] = away ? [...facts.traits, 'send-files'] : facts.traits
  const files = sent.filter((path) => literal(path) !== '-')
  const local = args.operands.flatMap((field) =>
    /^file:\/\/(?=\/)/i.test(knownPrefix(field)) ? [after(field, /^file:\/\//i)] : [],
  )
  const touches = [
    ...kept.touches,
    ...[...files, ...local].map((path): Touch => ({ act: 'read', path, recursive: false })),
    ...(args.has('-O', '--remote-name-all') ? namedByAddress(args, '--output-dir') : []),
    ...args.options.filter(writesByFormat).flatMap(({ value }) => namedInFormat(value)),
  ]
  return { hazards, traits, touches }
}

/** Options whose value names a file to send if it begins with `@`. */
const SENT = ['-d', '--data-binary', '--data-urlencode', '--json', '-H']

/** `-w '%output{FILE}'` writes, and an unknown format may contain it. */
function writesByFormat({ names, value }: ParsedOption): boolean {
  if (!names.includes('-w') || value === undefined) return false
  return literal(value) === undefined || /%output\{/.test(display(value))
}

function namedInFormat(value: Field | undefined): readonly Touch[] {
  const found = value === undefined ? [] : [...display(value).matchAll(/%output\{(?:>>)?([^}]*)\}/g)]
  return found.flatMap(([, path = '']) =>
    value === undefined ? [] : [{ act: 'write', path: textField(path, value.range), recursive: false }],
  )
}

/** Nothing in it is expanded; a `?` of an address looks like a glob. */
function isSettled({ pieces }: Field): boolean {
  return pieces.every((piece) => piece.kind !== 'hole')
}

/** The file has the last name of the address, in the folder of that option. */
function namedByAddress({ operands, value }: ParsedArgs, option: string): readonly Touch[] {
  const folder = value(option)
  return operands.flatMap((field): readonly Touch[] => {
    const address = /^(?:[a-z]+:\/\/)?[^/]+\/(?:[^?#]*\/)?([^/?#]+)/.exec(
      isSettled(field) ? display(field) : '',
    )
    const name = address?.[1]
    if (name === undefined) return []
    const path = textField(folder === undefined ? name : `${display(folder)}/${name}`, field.range)
    return [{ act: 'write', path, recursive: false }]
  })
}

function sentFile({ names, value }: ParsedOption): readonly Field[] {
  if (value === undefined) return []
  if (names.includes('-T')) return [value]
  const start = knownPrefix(value)
  if (names.includes('-F')) return /=[@<]/.test(start) ? [after(value, /^[^=]*=[@<]/)] : []
  if (!SENT.some((name) => names.includes(name))) return []
  // An unknown value may begin with `@`.
  if (start === '' && value.pieces.length > 0) return []
  if (names.includes('--data-urlencode')) return /^[^=]*@/.test(start) ? [after(value, /^[^=@]*@/)] : []
  return start.startsWith('@') ? [after(value, /^@/)] : []
}

/** A rule that names an address covers only that one: each further host has to be named too. */
function otherHosts({ operands, options }: ParsedArgs): readonly Hazard[] {
  const [first, ...rest] = operands
  const origin = first === undefined ? undefined : originOf(first)
  const more = options.flatMap(({ names, value }) =>
    names.includes('--url') && value !== undefined ? [value] : [],
  )
  return [...rest, ...(first === undefined ? more.slice(1) : more)]
    .filter((field) => originOf(field) !== origin)
    .map((field) => ({
      kind: 'configures',
      option: display(field),
      range: field.range,
      spellings: [display(field)],
    }))
}

export function readWget(args: ParsedArgs, found: ProgramFacts): FactsPatch {
  // A workspace folder for its downloads.
  const facts: ProgramFacts = {
    ...found,
    hazards: relief(args, found, { '-P': inWorkspace }).hazards ?? found.hazards,
  }
  const kept = withoutHarmlessOutput(args, facts, { dash: true })
  const sent = ['--post-file', '--body-file'].flatMap((name) => args.value(name) ?? [])
  return {
    ...kept,
    touches: [
      ...kept.touches,
      ...sent.map((path): Touch => ({ act: 'read', path, recursive: false })),
      ...(args.has('-O', '--spider') ? [] : namedByAddress(args, '-P')),
    ],
    traits: sent.length > 0 ? [...facts.traits, 'send-files'] : facts.traits,
  }
}
