import { literal, textField, type Field } from '../../model/field.ts'
import type { Inner, NotReadonly, ProgramFacts } from '../../model/part.ts'
import { explainsItself } from './explained.ts'
import { maybeWritten } from './maybe-written.ts'
import { pipedWords } from './piped-words.ts'
import { readProgram } from './read-program.ts'
import { findProgram } from './registry.ts'
import { runnerStarts } from './runner-starts.ts'
import { withoutLeadingOptions } from './settled-facts.ts'
import type { ClassifyContext } from './spec.ts'
import { guessProgram } from './guessed-program.ts'
import { effectsByWords, type WordEffect } from './effects-by-words.ts'
import { programName, NOTHING, unknownProgram } from './unknown-program.ts'
import { destructiveStarts } from './unknown-starts.ts'

/**
 * The tables' facts about one argument vector. Pure, total. Facts for *may* (hazards, touches, breaker, inner, spellings) use the base name
 * of the program; *must* (`notReadonly`) needs the program's plain name and certain words.
 */
export function classify(argv: readonly Field[], context: ClassifyContext): ProgramFacts {
  const [first] = argv
  const written = first === undefined ? '' : literal(first)
  if (first === undefined || written === '') return unknownProgram(argv)
  if (written === undefined) return withGuessedProgram(unknownProgram(argv), argv, context)
  if (explainsItself(argv)) return { ...NOTHING, program: written }
  const facts = classifyNamed(argv, context, { first, written })
  const program = facts.program ?? programName(written)
  const effects = effectsByWords(program, argv)
  const withEffects =
    effects.length === 0
      ? facts
      : effects.reduce((so, each) => withEffect(so, each, { program, argv, context }), facts)
  const maybe = maybeWritten(argv, program, withEffects)
  const starts = furtherStarts(withEffects, argv, program)
  const piped = pipedWords(program, argv)
  if (maybe.length + starts.length + piped.inner.length === 0) return withEffects
  return {
    ...withEffects,
    touches: [...withEffects.touches, ...maybe],
    inner: [...withEffects.inner, ...starts, ...piped.inner],
    ...(piped.inner.length === 0 ? {} : { hazards: [...withEffects.hazards, ...piped.hazards], arity: -1 }),
    ...(piped.hazards.length === 0 || withEffects.notReadonly !== undefined
      ? {}
      : { notReadonly: { because: 'not-readonly', program } as const }),
  }
}

/**
 * Commands that the program may start in addition to those in its table. Version control takes names and messages, which are not commands.
 */
function furtherStarts(
  { notReadonly, inner, program }: ProgramFacts,
  argv: readonly Field[],
  name: string,
): readonly Inner[] {
  if (notReadonly === undefined || /^(?:git|gh|glab|hub|jj|hg|svn)$/.test(name)) return []
  const starts = runnerStarts(name, argv)
  const found =
    starts.length > 0 || program === undefined || KEEPS.test(name) ? starts : destructiveStarts(argv)
  return found.filter((start) =>
    start.kind === 'argv'
      ? !inner.some((each) => each.kind === 'argv' && each.argv.some((word) => word === start.argv[0]))
      : inner.length === 0,
  )
}

/** These programs act on the files that their words name, and start none of them. */
const KEEPS =
  /^(?:rm|cp|mv|ln|mkdir|rmdir|touch|chmod|chown|chgrp|tee|dd|install|tar|zip|unzip|gzip|truncate|shred|kill|pkill|killall|curl|wget|sed|awk|export|declare|local|readonly|unset|alias)$/

/** Adds the effects of the guessed program, because the unknown name may well be that program. */
function withGuessedProgram(
  facts: ProgramFacts,
  argv: readonly Field[],
  context: ClassifyContext,
): ProgramFacts {
  const [first] = argv
  const name = guessProgram(argv)
  if (first === undefined || name === undefined) return facts
  const { breaker, touches, inner } = classify([textField(name, first.range), ...argv.slice(1)], context)
  return {
    ...facts,
    touches: [...facts.touches, ...touches],
    inner: [...facts.inner, ...inner.filter(({ kind }) => kind === 'script')],
    breaker: breaker ?? facts.breaker,
  }
}

function withEffect(
  facts: ProgramFacts,
  effect: WordEffect,
  {
    program,
    argv,
    context,
  }: { readonly program: string; readonly argv: readonly Field[]; readonly context: ClassifyContext },
): ProgramFacts {
  if (effect.kind === 'writes') {
    const range = argv[0]?.range ?? { start: 0, end: 0 }
    const path = textField(effect.path.replace(/^~/, context.place.home), range)
    return { ...facts, touches: [...facts.touches, { act: 'write', path, recursive: false, unsure: true }] }
  }
  if (effect.trait === 'shows-secrets' && argv.some(isSummary)) return facts
  const traits = facts.traits.includes(effect.trait) ? facts.traits : [...facts.traits, effect.trait]
  const withTrait: ProgramFacts = { ...facts, traits }
  if (effect.trait !== 'shows-secrets' || NOW_AND_THEN.test(program)) return withTrait
  return { ...withTrait, notReadonly: withTrait.notReadonly ?? { because: 'not-readonly', program } }
}

/** Their output contains a password only sometimes, so they stay read-only; the others print nothing but secrets. */
const NOW_AND_THEN =
  /^(?:pip\d?|docker|podman|docker-compose|podman-compose|helm|systemctl|tmux|terraform|tofu|git)$/

/** `docker compose config --services`: only names. */
function isSummary(field: Field): boolean {
  return /^--(?:services|images|volumes|networks|profiles|no-interpolate|quiet)$/.test(literal(field) ?? '')
}

function classifyNamed(
  argv: readonly Field[],
  context: ClassifyContext,
  { first, written }: { readonly first: Field; readonly written: string },
): ProgramFacts {
  const known = findProgram(written)
  // The usual spelling: without a path, in the case of the table.
  if (known !== undefined && !/[./]/.test(written)) {
    return readProgram(known, { argv, base: written, context })
  }
  const words = argv.slice(1)
  const base = programName(written)
  // On a case-insensitive file system `RM` is `rm`.
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
