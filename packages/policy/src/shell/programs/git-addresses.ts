import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Hazard, Inner } from '../../model/part.ts'
import { fieldFrom } from './options.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** `ext::` passes the rest of the address to a shell. */
export function readAddresses({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const run = operands.filter((field) => knownPrefix(field).startsWith('ext::'))
  if (run.length === 0) return {}
  const hazards = run.map((field): Hazard => ({
    kind: 'starts',
    option: display(field),
    range: field.range,
    spellings: [display(field)],
  }))
  const inner = run.map((field): Inner => ({ kind: 'script', text: fieldFrom(field, 'ext::'.length) }))
  return { hazards: [...facts.hazards, ...hazards], inner: [...facts.inner, ...inner] }
}

/** A remote of this repository is queried; an address may belong to anyone. */
export function readRemoteQuery(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [remote] = args.operands
  const patch = readAddresses(args, facts)
  if (remote !== undefined && /^\w[\w-]*$/.test(literal(remote) ?? '')) return patch
  return { ...patch, notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git ls-remote' } }
}

/** `+ref` forces, `:ref` deletes; an address in place of a remote's name publishes elsewhere. */
export function readPush(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const repo = args.value('--repo')
  const refs = repo === undefined ? args.operands.slice(1) : args.operands
  const forced = refs.find((field) => /^(?:\+|:.)/.test(knownPrefix(field)) || isColonHole(field))
  const remote = repo ?? args.operands[0]
  const set = args.before.some(
    ({ names, value }) =>
      names.includes('-c') && value !== undefined && /^(?:remote|url)\./i.test(display(value)),
  )
  const made = args.before.find(
    ({ names, value }) => names.includes('-c') && value !== undefined && forces(display(value)),
  )
  const elsewhere = set || (remote !== undefined && isAddress(knownPrefix(remote)))
  const addresses = readAddresses(args, facts)
  return {
    ...addresses,
    traits: elsewhere ? ['publish'] : [],
    ...((forced === undefined && made === undefined) || facts.breaker !== undefined
      ? {}
      : {
          breaker: {
            kind: 'git-force-push',
            target: `git push ${display(forced)}`.trim(),
          },
        }),
  }
}

/** `remote.x.push=+ref`, `remote.x.mirror=true`: a setting that makes every push a forced one. */
export function forces(setting: string): boolean {
  return /^remote\..*\.(?:push=[+:]|mirror(?:=(?:true|yes|on|1))?$)/i.test(setting)
}

/** `--mirror=push`: a push replaces everything there. */
export function readNewRemote(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const mirror = args.options.find(({ written }) => /^--mi\w*(?:=push)?$/.test(written))
  const target = args.argv.map(display).join(' ')
  return {
    ...readAddresses(args, facts),
    ...(mirror === undefined ? {} : { breaker: { kind: 'git-force-push', target } }),
  }
}

/** `":$B"` deletes whatever branch it names. */
function isColonHole(field: Field): boolean {
  return knownPrefix(field) === ':' && literal(field) === undefined
}

function isAddress(text: string): boolean {
  return text.includes('://') || /^[^/]+:/.test(text) || /^(?:\/|\.\.?(?:\/|$)|~)/.test(text)
}

/** The low-level command behind `git push`: `+ref` forces here too. */
export function asForcedPush(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { breaker } = readPush(args, facts)
  return { ...asPush(args, facts), ...(breaker === undefined ? {} : { breaker }) }
}

/** Rules for `git push` also apply to other ways of doing the same. */
export function asPush({ argv, rest }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [git] = argv
  if (git === undefined) return {}
  const push = [textField('git', git.range), textField('push', git.range), ...rest]
  return { spellings: [...facts.spellings, push] }
}
