import {
  backtest,
  BUILTIN_NAMES,
  explain,
  parseRule,
  type Backtest,
  type ListName,
  type PolicyCall,
  type PolicySource,
  type RecordedCall,
  type RuleError,
} from '@countersign/policy'
import { rulesRoutes, type RuleView } from '@countersign/protocol'
import { visibleLine } from '../../chat/visible.ts'
import { modeTyped } from '@countersign/protocol/mode-words'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { findingsOf, printFindings } from './rules-file.ts'

/** Lists the saved rules and the shipped built-ins. */
export function listRules(options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    if (!rules.ok) return complain(rules.message)
    if (options.json === true) return print(JSON.stringify(rules.value, null, 2))
    const none =
      rules.value.length === 0
        ? ['no rules of your own; the first ones usually come from "Always allow" on a card']
        : []
    return print([...none, ...ruleLines(rules.value)].join('\n'))
  })
}

/** In columns: the list, the rule, its owner. */
function ruleLines(rules: readonly RuleView[]): readonly string[] {
  const rows = [
    ...rules.map(({ list, text, layer, id }) => ({
      rule: `${list.padEnd(6)}${visibleLine(text)}`,
      from: `${layer}, ${id}`,
    })),
    ...BUILTIN_NAMES.map((name) => ({ rule: `ask   ${name}`, from: 'shipped' })),
  ]
  const width = Math.min(MOST_WIDTH, Math.max(...rows.map(({ rule }) => rule.length)))
  return rows.map(({ rule, from }) => `${rule.padEnd(width)}  (${from})`)
}

const MOST_WIDTH = 80

const LISTS: readonly ListName[] = ['allow', 'ask', 'deny']

/** Saves a rule for the person. A malformed one is rejected with its position. */
export async function addRule(name: string, text: string, options: JsonOption): Promise<number> {
  const list = LISTS.find((one) => one === name)
  if (list === undefined) return complain(`\`${name}\` is not a list; use allow, ask or deny`)
  const parsed = parseRule(text)
  if (!parsed.ok) return complain(refusal(text, parsed.error))
  return onServer(async (api) => {
    const answer = await api.call(rulesRoutes.add, { body: { list, text } })
    if (!answer.ok) return complain(answer.message)
    return print(options.json === true ? JSON.stringify(answer.body) : `kept: ${list} ${text}`)
  })
}

/** The rule with a mark below the error, and a suggestion. */
function refusal(text: string, { position, message, suggestion }: RuleError): string {
  const shown = visibleLine(text)
  // Invisible characters are shown by number, which would shift the mark.
  const marked =
    text === '' ? [] : shown === text ? [`  ${text}`, `  ${' '.repeat(position)}^`] : [`  ${shown}`]
  return [message, ...marked, ...(suggestion === undefined ? [] : [`perhaps: ${suggestion}`])].join('\n')
}

/** Removes a rule by its id or by its text. */
export function removeRule(wanted: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    if (!rules.ok) return complain(rules.message)
    const found = rules.value.filter((rule) => rule.id === wanted || rule.text === wanted)
    if (found.length === 0)
      return complain(`there is no rule \`${wanted}\`; \`countersign rules list\` shows them`)
    for (const rule of found) {
      const answer = await api.call(rulesRoutes.remove, { params: { id: rule.id } })
      if (!answer.ok) return complain(answer.message)
    }
    if (json === true) return print(JSON.stringify({ removed: found }, null, 2))
    return print(found.map((rule) => `removed: ${rule.list} ${rule.text}`).join('\n'))
  })
}

/** Reports misleading saved rules. */
export function lintRules(options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    return rules.ok ? printFindings(findingsOf(sourceOf(rules.value)), options) : complain(rules.message)
  })
}

export interface BacktestOptions extends JsonOption {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly mode: string
}

/** Runs the saved rules, and those given here, over the calls of the last 30 days. */
export function backtestRules(options: BacktestOptions): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    if (!rules.ok) return complain(rules.message)
    const answer = await api.call(rulesRoutes.recorded, {})
    if (!answer.ok) return complain(answer.message)
    const { calls } = answer.body
    const tried = {
      layer: 'thread',
      lists: { allow: options.allow, ask: options.ask, deny: options.deny },
    } as const
    const kept = sourceOf(rules.value)
    const result = backtest(
      { ...kept, mode: modeTyped(options.mode), layers: [...kept.layers, tried] },
      calls,
    )
    if (options.json === true) return print(JSON.stringify(result, null, 2))
    const { run, ask, block } = result.verdicts
    console.log(
      `${result.total} calls of the last 30 days: ${run} would run, ${ask} ask, ${block} be blocked`,
    )
    for (const line of differenceLines(result, calls)) console.log(line)
    return 0
  })
}

/** Each kind of difference with its count and its first calls. */
function differenceLines({ differences, rows }: Backtest, calls: readonly RecordedCall[]): readonly string[] {
  const byId = new Map(calls.map(({ id, call }) => [id, call]))
  return Object.entries(differences).flatMap(([difference, count]) => {
    if (count === 0) return []
    const first = rows.filter((row) => row.difference === difference).slice(0, MOST_SHOWN)
    const shown = first.map(
      ({ id, after }) => `         ${callText(byId.get(id))}: ${visibleLine(explain(after))}`,
    )
    const more = count > shown.length ? [`         and ${count - shown.length} more`] : []
    return [`  ${String(count).padStart(5)}  ${difference.replaceAll('-', ' ')}`, ...shown, ...more]
  })
}

const MOST_SHOWN = 3

function callText(call: PolicyCall | undefined): string {
  if (call === undefined) return 'a call'
  const { specifier, tool } = call
  switch (specifier.kind) {
    case 'shell':
      return visibleLine(specifier.command)
    case 'path':
      return visibleLine(`${tool.name}(${specifier.paths.map(({ asked }) => asked).join(' -> ')})`)
    case 'url':
      return visibleLine(`${tool.name}(${specifier.url})`)
    case 'text':
      return visibleLine(`${tool.name}(${specifier.text})`)
  }
}

/** User rules as a policy; thread rules only apply to their threads. */
function sourceOf(rules: readonly RuleView[]): PolicySource {
  const texts = (list: ListName) =>
    rules.filter((rule) => rule.layer === 'user' && rule.list === list).map(({ text }) => text)
  const lists = { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') }
  return { mode: 'default', layers: [{ layer: 'user', lists }] }
}

/** The stored rules of the person. */
async function storedRules(
  api: Api,
): Promise<{ ok: true; value: readonly RuleView[] } | { ok: false; message: string }> {
  const answer = await api.call(rulesRoutes.list, {})
  return answer.ok ? { ok: true, value: answer.body.rules } : answer
}
