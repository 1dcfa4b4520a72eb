import { literal, textField, type Field } from '../field.ts'
import type { Inner, NotReadonly, ProgramFacts } from '../part.ts'
import { explainsItself } from './explained.ts'
import { perhapsWritten } from './perhaps-written.ts'
import { pipedWords } from './piped-words.ts'
import { readProgram } from './read-program.ts'
import { findProgram } from './registry.ts'
import { runnerStarts } from './runner-starts.ts'
import { withoutLeadingOptions } from './settled-facts.ts'
import type { ClassifyContext } from './spec.ts'
import { supposedProgram } from './supposed.ts'
import { toldOf, type Told } from './told-effects.ts'
import { baseName, NOTHING, unknownProgram } from './unknown-program.ts'
import { grimStarts } from './unknown-starts.ts'

/**
 * What the tables say of one argument vector. Pure, total. Facts for *may* (hazards, touches, breaker, inner,
 * spellings) go by the base name of the program; *must* (`notReadonly`) needs the program's plain name and certain words.
 */
export function classify(argv: readonly Field[], context: ClassifyContext): ProgramFacts {
  const [first] = argv
  const written = first === undefined ? '' : literal(first)
  if (first === undefined || written === '') return unknownProgram(argv)
  if (written === undefined) return withSupposed(unknownProgram(argv), argv, context)
  if (explainsItself(argv)) return { ...NOTHING, program: written }
  const facts = classifyNamed(argv, context, { first, written })
  const program = facts.program ?? baseName(written)
  const told = toldOf(program, argv)
  const seen =
    told.length === 0
      ? facts
      : told.reduce((so, each) => withTold(so, each, { program, argv, context }), facts)
  const perhaps = perhapsWritten(argv, program, seen)
  const starts = furtherStarts(seen, argv, program)
  const piped = pipedWords(program, argv)
  if (perhaps.length + starts.length + piped.inner.length === 0) return seen
  return {
    ...seen,
    touches: [...seen.touches, ...perhaps],
    inner: [...seen.inner, ...starts, ...piped.inner],
    ...(piped.inner.length === 0 ? {} : { hazards: [...seen.hazards, ...piped.hazards], arity: -1 }),
    ...(piped.hazards.length === 0 || seen.notReadonly !== undefined
      ? {}
      : { notReadonly: { because: 'not-readonly', program } as const }),
  }
}

/** What it may start besides what its table says; git and its kin are given names and messages. */
function furtherStarts(
  { notReadonly, inner, program }: ProgramFacts,
  argv: readonly Field[],
  name: string,
): readonly Inner[] {
  if (notReadonly === undefined || /^(?:git|gh|glab|hub|jj|hg|svn)$/.test(name)) return []
  const told = runnerStarts(name, argv)
  const found = told.length > 0 || program === undefined || KEEPS.test(name) ? told : grimStarts(argv)
  return found.filter((start) =>
    start.kind === 'argv'
      ? !inner.some((each) => each.kind === 'argv' && each.argv.some((word) => word === start.argv[0]))
      : inner.length === 0,
  )
}

/** These do something with the files that they are given, and start none of their words. */
const KEEPS =
  /^(?:rm|cp|mv|ln|mkdir|rmdir|touch|chmod|chown|chgrp|tee|dd|install|tar|zip|unzip|gzip|truncate|shred|kill|pkill|killall|curl|wget|sed|awk|export|declare|local|readonly|unset|alias)$/

/** A program of which only the other words are known does what the one does that such words are for. */
function withSupposed(facts: ProgramFacts, argv: readonly Field[], context: ClassifyContext): ProgramFacts {
  const [first] = argv
  const name = supposedProgram(argv)
  if (first === undefined || name === undefined) return facts
  const { breaker, touches, inner } = classify([textField(name, first.range), ...argv.slice(1)], context)
  return {
    ...facts,
    touches: [...facts.touches, ...touches],
    inner: [...facts.inner, ...inner.filter(({ kind }) => kind === 'script')],
    breaker: breaker ?? facts.breaker,
  }
}

function withTold(
  facts: ProgramFacts,
  told: Told,
  {
    program,
    argv,
    context,
  }: { readonly program: string; readonly argv: readonly Field[]; readonly context: ClassifyContext },
): ProgramFacts {
  if (told.kind === 'writes') {
    const range = argv[0]?.range ?? { start: 0, end: 0 }
    const path = textField(told.path.replace(/^~/, context.place.home), range)
    return { ...facts, touches: [...facts.touches, { act: 'write', path, recursive: false, unsure: true }] }
  }
  if (told.trait === 'shows-secrets' && argv.some(isSummary)) return facts
  const traits = facts.traits.includes(told.trait) ? facts.traits : [...facts.traits, told.trait]
  const seen: ProgramFacts = { ...facts, traits }
  if (told.trait !== 'shows-secrets' || NOW_AND_THEN.test(program)) return seen
  return { ...seen, notReadonly: seen.notReadonly ?? { because: 'not-readonly', program } }
}

/** What these print holds a password now and then; the others print nothing else. */
const NOW_AND_THEN =
  /^(?:pip\d?|docker|podman|docker-compose|podman-compose|helm|systemctl|tmux|terraform|tofu|git)$/

/** `docker compose config --services`: names alone. */
function isSummary(field: Field): boolean {
  return /^--(?:services|images|volumes|networks|profiles|no-interpolate|quiet)$/.test(literal(field) ?? '')
}

function classifyNamed(
  argv: readonly Field[],
  context: ClassifyContext,
  { first, written }: { readonly first: Field; readonly written: string },
): ProgramFacts {
  const known = findProgram(written)
  // As most are written: without a path, in the case of the table.
  if (known !== undefined && !/[./]/.test(written)) {
    return readProgram(known, { argv, base: written, context })
  }
  const words = argv.slice(1)
  const base = baseName(written)
  // Where file names have no case, `RM` is `rm`.
  const lower = base.toLowerCase()
  const name = findProgram(base) === undefined && findProgram(lower) !== undefined ? lower : base
  const spec = findProgram(name)
  const others = [...new Set([base, name])].filter((other) => other !== written)
  const spelled = others.map((other) => [textField(other, first.range), ...words])
  const helper = /^git-([a-z][\w-]*)$/.exec(base)?.[1] ?? (base === 'hub' ? '' : undefined)
  if (spec === undefined && helper !== undefined) {
    const { range } = first
    const command = [textField('git', range), ...(helper === '' ? [] : [textField(helper, range)]), ...words]
    const facts = classify(command, context)
    const notReadonly: NotReadonly = { because: 'unknown-program', program: written }
    const spellings = [...spelled, command, ...facts.spellings]
    return { ...facts, notReadonly, transparent: false, spellings }
  }
  if (spec === undefined) {
    const later = withoutLeadingOptions([textField(base, first.range)], words)
    return { ...unknownProgram(argv), spellings: [...spelled, ...later] }
  }
  const facts = readProgram(spec, { argv, base: name, context })
  if (name === written) return facts
  const notReadonly: NotReadonly = { because: 'unknown-program', program: written }
  return { ...facts, notReadonly, transparent: false, spellings: [...spelled, ...facts.spellings] }
}
