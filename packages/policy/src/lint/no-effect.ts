import { lossByWords } from '../irreversible/by-words.ts'
import { isDotsAndBlanks, utf8Length } from '../text/characters.ts'
import { formOf } from '../paths/form.ts'
import { compilePathPattern, type PathPattern } from '../paths/pattern.ts'
import { guardOfChange } from '../paths/protected.ts'
import type { LayerSource } from '../policy.ts'
import type { ListName, Rule } from '../model/rule.ts'
import { compileShellPattern } from '../rules/shell-pattern.ts'
import { needsPerson } from '../model/call.ts'
import { textField } from '../model/field.ts'
import { classify } from '../shell/programs/classify.ts'
import { findProgram } from '../shell/programs/registry.ts'
import { kindOfTool, toolFacts } from '../tools.ts'
import { parseAddress } from '../urls/address.ts'
import { compileUrlPattern } from '../urls/pattern.ts'
import { isPrivateHost } from '../urls/private.ts'
import type { NoEffect } from './finding.ts'

/** Why a rule can never do what its list is for; undefined: it can. */
export function noEffect(rule: Rule, list: ListName, source: LayerSource): NoEffect | undefined {
  const never = neverFits(rule)
  if (never !== undefined || list !== 'allow') return never
  if (source.layer === 'project' && rule.tool.startsWith('@')) return 'exception-in-project'
  if (source.layer === 'project' && source.trusted !== true) return 'untrusted-project'
  if (source.layer === 'project' && isIrreversible(rule)) return 'irreversible-in-project'
  if (!rule.tool.includes('*') && needsPerson(toolFacts(rule.tool))) return 'always-asks'
  return neverOpens(rule)
}

/** The words of the rule are an irreversible command: only a rule of a person or the administrator lifts that. */
function isIrreversible(rule: Rule): boolean {
  if (rule.pattern === undefined || kindOfTool(rule.tool) !== 'shell') return false
  const words = compileShellPattern(rule.pattern).words.filter(({ text }) => text !== '')
  const argv = words.map(({ text }) => textField(text, { start: 0, end: 0 }))
  const facts = classify(argv, { place: NOWHERE, cwds: [NOWHERE.cwd] })
  return lossByWords(argv, facts, { findProgram, texts: () => [] }) !== undefined
}

function neverFits({ tool, pattern }: Rule): NoEffect | undefined {
  if (pattern === undefined) return undefined
  const kind = kindOfTool(tool)
  if (kind === 'shell') return joinsCommands(pattern) ? 'several-commands' : undefined
  if (kind === 'path') {
    const compiled = compilePathPattern(pattern)
    return compiled.ok && compiled.value.segments.some(isImpossible) ? 'impossible-name' : undefined
  }
  const compiled = kind === 'url' ? compileUrlPattern(pattern) : undefined
  if (compiled?.ok !== true || compiled.value.kind === 'every' || compiled.value.host.kind !== 'below')
    return undefined
  return parseAddress(compiled.value.host.host) === undefined ? undefined : 'below-address'
}

/** A rule describes one simple command: `a && b` is two. */
function joinsCommands(pattern: string): boolean {
  const bare = pattern.replaceAll(/'[^']*'|"[^"]*"|\\./g, '')
  return /(?:^|\s)(?:&&|\|\|?|;|&)(?:\s|$)|;\s|;$/.test(bare)
}

function isImpossible(segment: PathPattern['segments'][number]): boolean {
  if (segment.kind === 'deep') return false
  const { literal, tokens } = segment
  if (literal !== undefined) return isDotsAndBlanks(literal) || utf8Length(literal) > 255
  return tokens.some(
    (token) => token.kind === 'class' && !token.negated && token.ranges.every(([from, to]) => from > to),
  )
}

/** An allow rule that only matches things that no such rule opens. */
function neverOpens({ tool, pattern }: Rule): NoEffect | undefined {
  if (pattern === undefined) return undefined
  const kind = kindOfTool(tool)
  if (kind === 'path') return opensNoPath(tool, pattern)
  const compiled = kind === 'url' ? compileUrlPattern(pattern) : undefined
  if (compiled?.ok !== true || compiled.value.kind === 'every') return undefined
  const { host } = compiled.value
  // `*.localhost` matches only private hosts and spells out none of them.
  return host.kind === 'below' && isPrivateHost(`x.${host.host}`) ? 'private-wildcard' : undefined
}

/** An arbitrary place, to check whether a literal pattern is protected. */
const NOWHERE = { workspace: '/w', cwd: '/w', home: '/h' }

function opensNoPath(tool: string, text: string): NoEffect | undefined {
  const compiled = compilePathPattern(text)
  if (!compiled.ok || toolFacts(tool).category === 'read') return undefined
  const { segments, spelled } = compiled.value
  const end = segments.findIndex((segment) => segment.kind === 'deep' || segment.literal === undefined)
  const lead = (end === -1 ? segments : segments.slice(0, end)).flatMap((segment) =>
    segment.kind === 'name' ? [segment.literal ?? ''] : [],
  )
  const guard = guardOfChange(formOf(`/w/${lead.join('/')}`), NOWHERE)
  if (guard?.because === 'own-files') return 'own-files'
  return guard?.because === 'protected' && !spelled ? 'protected-wildcard' : undefined
}
