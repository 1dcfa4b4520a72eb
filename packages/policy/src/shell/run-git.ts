import { deeper, refuse, type CommandCall, type Run } from './context.ts'
import { display, literal, textField } from '../model/field.ts'
import type { ProgramFacts } from '../model/part.ts'
import { isGitCommand } from './programs/registry.ts'
import { carrierOf } from './runner-names.ts'
import { fork, lookup } from './state.ts'
import { knownText } from './value.ts'

/** Git reads its settings, including aliases, from where these say; for a command that git does not have, nothing is known. */
export function isElsewhere(
  { argv, state, environment, frame }: CommandCall,
  { spellings }: ProgramFacts,
): boolean {
  const { home } = frame.reading.place
  const set = (name: string): readonly (string | undefined)[] =>
    (environment.get(name) ?? state.variables.get(name))?.values.map(knownText) ?? []
  if (set('HOME').some((value) => value !== home)) return true
  if (set('XDG_CONFIG_HOME').some((value) => value !== `${home}/.config`)) return true
  const [, verb] = spellings[0] ?? argv
  const moved =
    argv.some((word) => /^(?:--git-dir|-C$|--exec-path)/.test(display(word))) ||
    set('GIT_DIR').some((value) => value !== '.git')
  return moved && verb !== undefined && !isGitCommand(literal(verb) ?? '')
}

/** `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=push git x` is `git -c alias.x=push x`. */
export function runConfigured(call: CommandCall, run: Run): void {
  const { argv, state, environment, frame, range } = call
  const [git, ...rest] = argv
  const read = (name: string): string | undefined => {
    const [only, more] = (environment.get(name) ?? lookup(state, name)).values
    return only === undefined || more !== undefined ? undefined : knownText(only)
  }
  const has = (name: string): boolean => environment.has(name) || state.variables.has(name)
  if (git === undefined || !(has('GIT_CONFIG_COUNT') || has('GIT_CONFIG_PARAMETERS'))) return
  const given = read('GIT_CONFIG_PARAMETERS')?.matchAll(/'([^']*)'(?:=?'([^']*)')?/g) ?? []
  const listed = [...given].map(([, key = '', value]) => (value === undefined ? key : `${key}=${value}`))
  const count = Number(read('GIT_CONFIG_COUNT') ?? 0) || 0
  if (count > MAX_CONFIGURED)
    refuse(frame.reading, `more than ${MAX_CONFIGURED} settings of git in variables`, range.start)
  const counted = Array.from({ length: Math.min(count, MAX_CONFIGURED) }, (_, index) => {
    const [key, value] = [read(`GIT_CONFIG_KEY_${index}`), read(`GIT_CONFIG_VALUE_${index}`)]
    return key === undefined || value === undefined ? [] : [`${key}=${value}`]
  }).flat()
  const settings = [...listed, ...counted].flatMap((text) => [textField('-c', range), textField(text, range)])
  const carrier = carrierOf(call, 'wrapper', { name: 'git', transparent: true })
  const inner = settings.length === 0 ? undefined : deeper(frame, carrier, { child: true })
  if (inner !== undefined)
    run({
      ...call,
      argv: [git, ...settings, ...rest],
      state: fork(state),
      frame: inner,
      environment: new Map(),
    })
}

const MAX_CONFIGURED = 8
