import { display, knownPrefix, literal, textField, type Field, type Piece } from '../../model/field.ts'
import type { Breaker, Inner } from '../../model/part.ts'
import { gitChanges } from './git-changes.ts'
import { gitHistory } from './git-history.ts'
import { gitLists } from './git-lists.ts'
import { gitObjects } from './git-objects.ts'
import { PLANTED } from './git-settings.ts'
import { fieldFrom } from './options.ts'
import { isInWorkspace } from './places.ts'
import {
  POSIX,
  type FactsPatch,
  type ParsedArgs,
  type ParsedOption,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Git: options before the subcommand, and its subcommands by their effect. */
export const GIT: Table = () => [
  {
    names: ['git'],
    readonly: true,
    queries: '--version --help -v -h --html-path --man-path --info-path --exec-path',
    style: POSIX,
    options:
      '-C= -P,--no-pager --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice',
    changes: '-p,--paginate --namespace=',
    configures:
      '-c= --config-env= --exec-path[=] --git-dir= --work-tree= --bare --super-prefix= --attr-source=',
    around: readGlobals,
    subcommands: { ...gitHistory(), ...gitObjects(), ...gitLists(), ...gitChanges() },
  },
]

function readGlobals(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const options = args.path.length === 0 ? args.options : args.before
  const planted = options.flatMap((option) => [...startedByConfig(option), ...aliasWithWords(option, args)])
  const breaker = facts.breaker ?? aliasBreaker(args)
  return {
    ...readDirectory(args, facts),
    inner: [...facts.inner, ...planted],
    ...(breaker === undefined ? {} : { breaker }),
    ...(options.some(configuresElsewhere) ? { hidden: true } : {}),
  }
}

/** The configuration is in a variable or in another file, so the programs that git starts are not visible. */
function configuresElsewhere({ names, value }: ParsedOption): boolean {
  const key = display(value)
  if (names.includes('--config-env')) return PLANTED.test(key) || /^include/i.test(key)
  // An unknown setting may be any.
  if (names.includes('-c') && value !== undefined && !/^[\w.-]+(?:=|$)/.test(knownPrefix(value))) return true
  return names.includes('-c') && /^include(?:if\..*)?\.path=/i.test(key)
}

/** `-c alias.x='!cmd' x`, `-c core.pager=cmd log`: the value is started. */
function startedByConfig({ names, value }: ParsedOption): readonly Inner[] {
  if (!names.includes('-c') || value === undefined) return []
  const [, key = '', mark] = /^([^=]+)=(!?)/.exec(knownPrefix(value)) ?? []
  if (mark === undefined || !PLANTED.test(key)) return []
  const text = fieldFrom(value, key.length + 1 + mark.length)
  // An alias without `!` is a git command.
  const isGit = mark === '' && /^alias\./i.test(key)
  return [{ kind: 'script', text: isGit ? prefixed('git ', text) : text }]
}

/** `-c alias.x=reset x --hard`: the words after the alias belong to its command. */
function aliasWithWords({ names, value }: ParsedOption, { argv }: ParsedArgs): readonly Inner[] {
  const [, name, text = ''] =
    /^alias\.([^=]+)=([^!][^"'\\]*)$/i.exec(value === undefined ? '' : (literal(value) ?? '')) ?? []
  const at = name === undefined ? -1 : argv.findIndex((word) => literal(word) === name)
  const [git] = argv
  if (!names.includes('-c') || git === undefined || at < 1 || at === argv.length - 1) return []
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => textField(word, git.range))
  return [{ kind: 'argv', argv: [git, ...words, ...argv.slice(at + 1)], remote: true }]
}

/** A command that git does not have is an alias: of `reset`, of `push`, judged by the words after it. */
function aliasBreaker({ path, rest, argv }: ParsedArgs): Breaker | undefined {
  if (path.length > 0) return undefined
  const word = rest.map((field) => literal(field) ?? '').find((text) => ALIASED.test(text))
  if (word === undefined) return undefined
  return {
    kind: word === '--hard' ? 'git-discard' : 'git-force-push',
    target: argv.map(display).join(' '),
  }
}

const ALIASED = /^--(?:hard|force|force-with-lease(?:=.*)?|mirror)$/

function prefixed(start: string, field: Field): Field {
  const [first, ...rest] = field.pieces
  const pieces =
    first?.kind === 'text'
      ? [{ ...first, text: start + first.text }, ...rest]
      : [textPiece(start), ...field.pieces]
  return { ...field, pieces }
}

function textPiece(text: string): Piece {
  return { kind: 'text', text }
}

/** Outside the workspace is another repository, with its own configuration. */
function readDirectory({ before, program, context }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = before.filter(({ names, value }) => names.includes('-C') && value !== undefined)
  const outside = named.find(({ value }) => value !== undefined && !isInWorkspace(value, context))
  if (outside?.value !== undefined) {
    const argument = `-C ${display(outside.value)}`
    const { range } = outside.field
    return {
      notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument },
      hazards: [...facts.hazards, { kind: 'configures', option: argument, range, spellings: ['-C'] }],
    }
  }
  if (named.length > 0 || isInWorkspace(textField('.', NOWHERE), context)) return {}
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
}

const NOWHERE = { start: 0, end: 0 }
