import {
  backtest,
  BUILTIN_NAMES,
  checkExpectations,
  compilePolicy,
  explain,
  explainFinding,
  layerOfRulesFile,
  lint,
  parseRulesFile,
  type ListName,
  type PolicySource,
  type RecordedCall,
} from '@countersign/policy'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Api, ApiAnswer } from '../server-client.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

const StoredRules = z.object({
  rules: z.array(
    z.object({
      id: z.string(),
      list: z.enum(['allow', 'ask', 'deny']),
      layer: z.enum(['user', 'thread']),
      text: z.string(),
      threadId: z.string().nullable(),
    }),
  ),
})
export type StoredRule = z.infer<typeof StoredRules>['rules'][number]

/** Lists the rules that are kept, and the built-ins that ship. */
export function listRules(options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    if (!rules.ok) return complain(rules.message)
    if (options.json === true) return print(JSON.stringify(rules.value, null, 2))
    const lines = rules.value.map((rule) => `${rule.list.padEnd(6)}${rule.text}  (${rule.layer}, ${rule.id})`)
    const shipped = [...BUILTIN_NAMES].map((name) => `ask   ${name}  (shipped)`)
    const none =
      lines.length === 0
        ? ['no rules of your own; the first ones usually come from "Always allow" on a card']
        : lines
    return print([...none, ...shipped].join('\n'))
  })
}

/** Keeps a rule for the person. A malformed one is refused with its position. */
export function addRule(list: ListName, text: string, options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.post('/api/rules', { list, text })
    if (!answer.ok) return complain(answer.message)
    return print(options.json === true ? JSON.stringify(answer.body) : `kept: ${list} ${text}`)
  })
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
      const answer = await api.remove(`/api/rules/${rule.id}`)
      if (!answer.ok) return complain(answer.message)
    }
    if (json === true) return print(JSON.stringify({ removed: found }, null, 2))
    return print(found.map((rule) => `removed: ${rule.list} ${rule.text}`).join('\n'))
  })
}

/** The rules file of a project. */
const PROJECT_FILE = join('.countersign', 'rules')

/** Checks the `expect` lines of a rules file against its own rules and the shipped ones. */
export async function testRules(file: string | undefined, options: JsonOption): Promise<number> {
  const path = resolve(file ?? PROJECT_FILE)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return complain(`\`${path}\` cannot be read; name the rules file to test`)
  const rules = parseRulesFile(text)
  const errors = rules.errors.map((error) => `${path}:${error.line}:${error.position + 1} ${error.message}`)
  const workspace = resolve('.')
  const policy = compilePolicy({ layers: [layerOfRulesFile('user', rules)] })
  const failures = checkExpectations(policy, rules.expectations, {
    workspace,
    cwd: workspace,
    home: homedir(),
  })
  const lines = failures.map(
    ({ expectation, decision }) =>
      `${path}:${expectation.line} ${expectation.call} is \`${decision.verdict}\`, expected \`${expectation.verdict}\`: ${explain(decision)}`,
  )
  const passed = rules.expectations.length - failures.length
  if (options.json === true) {
    console.log(JSON.stringify({ passed, failed: failures.length, errors, failures: lines }, null, 2))
  } else {
    for (const line of [...errors, ...lines]) console.error(line)
    console.log(`${passed} as expected, ${failures.length} not, ${errors.length} lines unreadable`)
  }
  return errors.length + failures.length === 0 ? 0 : 1
}

/** Says which rules do not do what they seem to: of a file, or of everything that is kept. */
export async function lintRules(file: string | undefined, options: JsonOption): Promise<number> {
  if (file !== undefined) {
    const path = resolve(file)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) return complain(`\`${path}\` cannot be read; name the rules file to look at`)
    return printFindings(
      { mode: 'default', layers: [layerOfRulesFile('user', parseRulesFile(text))] },
      options,
    )
  }
  return onServer(async (api) => {
    const rules = await storedRules(api)
    return rules.ok ? printFindings(sourceOf(rules.value), options) : complain(rules.message)
  })
}

function printFindings(source: PolicySource, options: JsonOption): number {
  const findings = lint(source)
  if (options.json === true) return print(JSON.stringify(findings, null, 2))
  for (const finding of findings) {
    console.log(
      `${finding.severity.padEnd(8)}${finding.rule.list} ${finding.rule.text}: ${explainFinding(finding)}`,
    )
  }
  console.log(findings.length === 0 ? 'nothing to say about these rules' : `${findings.length} findings`)
  return findings.some(({ severity }) => severity === 'danger' || severity === 'error') ? 1 : 0
}

export interface BacktestOptions extends JsonOption {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly mode: string
}

/** What the kept rules, and those that are tried beside them, would have said of the calls of the last 30 days. */
export function backtestRules(options: BacktestOptions): Promise<number> {
  return onServer(async (api) => {
    const rules = await storedRules(api)
    if (!rules.ok) return complain(rules.message)
    const answer = await api.get('/api/recorded')
    if (!answer.ok) return complain(answer.message)
    const recorded = Recorded.safeParse(answer.body)
    if (!recorded.success) return complain('the server speaks another version; restart it')
    const tried = {
      layer: 'thread',
      lists: { allow: options.allow, ask: options.ask, deny: options.deny },
    } as const
    const kept = sourceOf(rules.value)
    const calls = recorded.data.calls as readonly RecordedCall[] // written by the server from this very type
    const result = backtest({ ...kept, mode: options.mode, layers: [...kept.layers, tried] }, calls)
    if (options.json === true) return print(JSON.stringify(result, null, 2))
    const { run, ask, block } = result.verdicts
    console.log(
      `${result.total} calls of the last 30 days: ${run} would run, ${ask} ask, ${block} be blocked`,
    )
    for (const [difference, count] of Object.entries(result.differences)) {
      if (count > 0) console.log(`  ${String(count).padStart(5)}  ${difference.replaceAll('-', ' ')}`)
    }
    return 0
  })
}

const Recorded = z.object({ calls: z.array(z.unknown()) })

/** User rules as a policy; thread rules belong to their chats alone. */
function sourceOf(rules: readonly StoredRule[]): PolicySource {
  const texts = (list: ListName) =>
    rules.filter((rule) => rule.layer === 'user' && rule.list === list).map(({ text }) => text)
  const lists = { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') }
  return { mode: 'default', layers: [{ layer: 'user', lists }] }
}

/** The stored rules of the person. */
async function storedRules(
  api: Api,
): Promise<{ ok: true; value: readonly StoredRule[] } | { ok: false; message: string }> {
  const answer: ApiAnswer = await api.get('/api/rules')
  if (!answer.ok) return answer
  const parsed = StoredRules.safeParse(answer.body)
  return parsed.success
    ? { ok: true, value: parsed.data.rules }
    : { ok: false, message: 'the server speaks another version; restart it' }
}
