import { display, literal, textField } from '../../model/field.ts'
import type { Breaker, Touch } from '../../model/part.ts'
import { forces } from './git-addresses.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** A name alone reads, a name with a value writes. */
export function readConfig(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const word = first === undefined ? '' : (literal(first) ?? '')
  const asks = args.has(...CONFIG_READS) || word === 'get' || word === 'list'
  const drops = args.has('--unset', '--unset-all', '--rename-section', '--remove-section', '-e')
  const one = args.operands.length === 1 && word.includes('.') && !drops
  if (asks || one) return {}
  const argument = args.operands.map(display).join(' ')
  const breaker = settingBreaker(args)
  return {
    ...(breaker === undefined ? {} : { breaker }),
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git config', argument },
    touches: [...facts.touches, ...plantedIn(args)],
  }
}

/** A setting that makes every later push a forced one, or every `git clean` a removal. */
function settingBreaker({ operands }: ParsedArgs): Breaker | undefined {
  const [key = '', value = ''] = operands.map(display).filter((word) => !CONFIG_VERBS.has(word))
  const target = `git config ${key} ${value}`
  if (forces(`${key}=${value}`)) return { kind: 'git-force-push', target }
  const cleans = /^clean\.requireforce$/i.test(key) && /^(?:false|no|off|0)$/i.test(value)
  return cleans ? { kind: 'git-discard', target } : undefined
}

const CONFIG_READS = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '-l',
  '--get-color',
  '--get-colorbool',
]

/** Keys whose value git starts, loads or follows later. */
export const PLANTED =
  /^(?:core\.(?:hookspath|pager|editor|sshcommand|fsmonitor|askpass|gitproxy|attributesfile|worktree)|alias\.|pager\.|credential\.|diff\.(?:external|.*\.(?:command|textconv))|difftool\.|merge\.(?:tool|.*\.driver)|mergetool\.|filter\.|gpg\.|sequence\.editor|browser\.|man\.|web\.|include(?:if)?\.|init\.templatedir|uploadpack\.|receive\.|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)|protocol\.|submodule\..*\.update|trailer\.|sendemail\.|interactive\.difffilter|http\.|url\.|commit\.template|tar\.)/i

/** The configuration file that gets such a key; an unknown key may be one. */
function plantedIn(args: ParsedArgs): readonly Touch[] {
  const key = args.operands.find((field) => !CONFIG_VERBS.has(literal(field) ?? ''))
  const given = args.value('-f')
  if (given !== undefined) return [{ act: 'write', path: given, recursive: false }]
  if (key === undefined || (literal(key) !== undefined && !PLANTED.test(display(key)))) return []
  const file = textField(configFile(args), key.range)
  return [{ act: 'write', path: file, recursive: false }]
}

const CONFIG_VERBS = wordSet('set unset rename-section remove-section edit')

function configFile({ has, context }: ParsedArgs): string {
  if (has('--global')) return `${context.place.home}/.gitconfig`
  return has('--system') ? '/etc/gitconfig' : `${context.place.workspace}/.git/config`
}
