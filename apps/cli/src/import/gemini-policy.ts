import type { ListName } from '@countersign/policy'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { geminiCommand, geminiTool } from './gemini.ts'
import { exact, literal, narrower, notExpressible, type Imported } from './imported.ts'

const Texts = z.union([z.string(), z.array(z.string())])

/** A rule of a Gemini CLI policy file, as of version 0.61. Gemini CLI ignores unknown fields; we reject them. */
const PolicyRule = z.strictObject({
  toolName: Texts.optional(),
  mcpName: z.string().optional(),
  subagent: z.string().optional(),
  commandPrefix: Texts.optional(),
  commandRegex: z.string().optional(),
  argsPattern: z.string().optional(),
  decision: z.enum(['allow', 'deny', 'ask_user']),
  priority: z.number().int(),
  modes: z.array(z.string()).optional(),
  interactive: z.boolean().optional(),
  toolAnnotations: z.record(z.string(), z.unknown()).optional(),
  allowRedirection: z.boolean().optional(),
  allow_redirection: z.boolean().optional(),
  denyMessage: z.string().optional(),
  deny_message: z.string().optional(),
})
type PolicyRule = z.infer<typeof PolicyRule>

const PolicyFile = z.object({
  rule: z.array(z.unknown()).optional(),
  safety_checker: z.array(z.unknown()).optional(),
})

const LISTS = { allow: 'allow', deny: 'deny', ask_user: 'ask' } as const

/**
 * The rules of a Gemini CLI `policies/*.toml`. There the rule with the highest priority wins; here deny precedes ask, and ask precedes
 * allow, which allows less. Only an allow after a refusal that cannot be expressed here would allow more: it is omitted.
 */
export function importGeminiPolicy(text: string): readonly Imported[] {
  const file = readFile(text)
  const read = (file.rule ?? []).flatMap(readRule)
  const lost = read.filter(({ made, list }) => list !== 'allow' && made.how === 'not_expressible')
  const checked = (file.safety_checker ?? []).map((one) =>
    notExpressible(oneLine(one), 'ask', 'a check by an external program'),
  )
  const rules = read.map(({ made, list, priority, tool }) => {
    if (list !== 'allow' || made.how === 'not_expressible') return made
    if (checked.length > 0) return notExpressible(made.from, list, 'an external check may run before it')
    const before = lost.find((other) => other.priority >= priority && mayMeet(other.tool, tool))
    return before === undefined
      ? made
      : notExpressible(made.from, list, `an earlier rule cannot be expressed here: ${before.made.from}`)
  })
  return [...rules, ...checked]
}

/** Throws a `SyntaxError` if the text is not such a file. */
function readFile(text: string): z.infer<typeof PolicyFile> {
  try {
    return PolicyFile.parse(parse(text))
  } catch (cause) {
    throw new SyntaxError('not a Gemini CLI policy file', { cause })
  }
}

/** A translated rule for one tool, and the facts that decide its precedence. */
interface ReadRule {
  readonly list: ListName
  readonly priority: number
  /** `*` for any. */
  readonly tool: string
  readonly made: Imported
}

function readRule(value: unknown): readonly ReadRule[] {
  const parsed = PolicyRule.safeParse(value)
  if (!parsed.success) {
    const made = notExpressible(oneLine(value), 'deny', 'this rule cannot be read here')
    return [{ list: 'deny', priority: Infinity, tool: '*', made }]
  }
  const rule = parsed.data
  const list = LISTS[rule.decision]
  const tools = listed(rule.toolName ?? '*')
  const prefixes = rule.commandPrefix === undefined ? [undefined] : listed(rule.commandPrefix)
  return tools.flatMap((tool) =>
    prefixes.map((prefix) => ({
      list,
      priority: rule.priority,
      tool,
      made: limited(made(list, rule, tool, prefix), rule),
    })),
  )
}

function made(list: ListName, rule: PolicyRule, tool: string, prefix: string | undefined): Imported {
  const from = shown(rule, tool, prefix)
  if (rule.argsPattern !== undefined) return notExpressible(from, list, 'a pattern over all arguments')
  if (prefix !== undefined || rule.commandRegex !== undefined) {
    if (tool !== 'run_shell_command' || (prefix !== undefined && rule.commandRegex !== undefined))
      return notExpressible(from, list, 'a command pattern for something that is not a command')
    return prefix === undefined ? byRegex(list, from, rule.commandRegex ?? '') : byPrefix(list, from, prefix)
  }
  if (rule.mcpName !== undefined || tool.startsWith('mcp_')) return mcp(list, from, rule.mcpName, tool)
  if (tool !== '*') return geminiTool(list, from, tool)
  return list === 'allow'
    ? narrower(from, list, 'calls that cannot be undone or read still ask', '*')
    : exact(from, list, '*')
}

/** A rule that applies only in some cases: a refusal may be widened to all of them, unless it refuses everything; a permission may not. */
function limited(one: Imported, rule: PolicyRule): Imported {
  const limits = [
    ...(rule.modes === undefined || holdsInAll(rule.modes) ? [] : [`in the modes ${rule.modes.join(', ')}`]),
    ...(rule.interactive === undefined ? [] : [rule.interactive ? 'with a person' : 'without a person']),
    ...(rule.subagent === undefined ? [] : [`for the agent ${rule.subagent}`]),
    ...(rule.toolAnnotations === undefined ? [] : ['by what tools declare']),
  ]
  if (limits.length === 0 || one.how === 'not_expressible') return one
  return one.list === 'allow' || one.rules.includes('*')
    ? notExpressible(one.from, one.list, `there it applies only ${limits.join(', ')}`)
    : narrower(one.from, one.list, `there it applies only ${limits.join(', ')}`, ...one.rules)
}

/** Plan mode allows no effects here either. No modes means all modes. */
function holdsInAll(modes: readonly string[]): boolean {
  return modes.length === 0 || ['default', 'autoEdit', 'yolo'].every((mode) => modes.includes(mode))
}

/** There a prefix ends with a word. */
function byPrefix(list: ListName, from: string, prefix: string): Imported {
  const words = prefix.trim()
  if (words === '' || /[\n\r]/.test(words)) return notExpressible(from, list, 'its prefix cannot be read')
  const rule = `terminal.exec(${literal(words)} *)`
  return list === 'allow'
    ? narrower(from, list, 'each part of a command line separately', rule)
    : exact(from, list, rule)
}

/** There a pattern is anchored at the start of the command, and ends anywhere. One without special characters is a text prefix. */
function byRegex(list: ListName, from: string, regex: string): Imported {
  const plain = regex.replace(/\.\*\$?$/, '')
  return /^[\w /@:=,-]+$/.test(plain)
    ? geminiCommand(list, from, plain)
    : notExpressible(from, list, 'a pattern that is not the beginning of a command')
}

/** A tool of an MCP server: `mcp_server_tool` in Gemini CLI, `mcp__server__tool` elsewhere. */
function mcp(list: ListName, from: string, server: string | undefined, tool: string): Imported {
  const [, first, rest] = /^mcp_([^_*]+)_(.+)$/.exec(tool) ?? []
  const name = server ?? (tool === 'mcp_*' ? '*' : first)
  const own = server !== undefined && !tool.startsWith('mcp_') ? tool : (rest ?? '*')
  const isName = (text: string) => text === '*' || /^[A-Za-z0-9_.-]+$/.test(text)
  if (name === undefined || !isName(name) || !isName(own))
    return notExpressible(from, list, 'this name is unknown here')
  const here = name === '*' && own === '*' ? 'mcp__*' : `mcp__${name}__${own}`
  const there = name === '*' && own === '*' ? 'mcp_*' : `mcp_${name}_${own}`
  if (list !== 'allow') return exact(from, list, here, there)
  // A star, or a name without its server, could match another tool.
  if (name === '*' && own !== '*') return notExpressible(from, list, 'a tool of any server')
  if (server === undefined && own !== '*') return exact(from, list, here, there)
  return narrower(from, list, 'tools that Gemini CLI itself asks for have other names, and ask', here)
}

/** Whether one call could match both. Names that are not plain may. */
function mayMeet(one: string, other: string): boolean {
  const isOpen = (tool: string) => tool.includes('*') || tool.startsWith('mcp_')
  return one === other || isOpen(one) || isOpen(other)
}

function listed(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

function shown(rule: PolicyRule, tool: string, prefix: string | undefined): string {
  const about = prefix ?? rule.commandRegex ?? rule.argsPattern
  const server = rule.mcpName === undefined ? '' : `${rule.mcpName}: `
  return `${rule.decision} ${server}${tool}${about === undefined ? '' : `(${about})`}`
}

function oneLine(value: unknown): string {
  return JSON.stringify(value).slice(0, 200)
}
