import type { ListName } from '@countersign/policy'
import { exact, jsonOf, narrower, notExpressible, textsOf, type Imported } from './imported.ts'

const READS = ['files.read', 'files.list', 'files.search']
const EDITS = ['files.edit', 'files.write', 'files.create']
const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']

/** `permissions` of a settings.json of Claude Code. */
export function importClaudeCode(text: string): readonly Imported[] {
  const permissions = jsonOf(jsonOf(JSON.parse(text))['permissions'])
  const rules = LISTS.flatMap((list) => textsOf(permissions[list]).map((rule) => ruleOf(list, rule)))
  const mode = permissions['defaultMode']
  const others = [
    ...(mode === undefined || mode === 'default'
      ? []
      : [
          notExpressible(
            `defaultMode ${JSON.stringify(mode)}`,
            'allow',
            'a mode is chosen in a chat, not by a rule',
          ),
        ]),
    ...textsOf(permissions['additionalDirectories']).map((folder) =>
      notExpressible(
        `additionalDirectories ${folder}`,
        'allow',
        'write a rule for its files: `files.read(//…)`',
      ),
    ),
  ]
  return [...rules, ...others]
}

function ruleOf(list: ListName, rule: string): Imported {
  const match = /^([^()]+?)(?:\((.*)\))?$/s.exec(rule.trim())
  const tool = match?.[1] ?? ''
  const about = match?.[2]
  switch (tool) {
    case 'Bash':
      return command(list, rule, about)
    case 'Read':
    case 'Grep':
    case 'Glob':
    case 'LS':
      return paths(list, rule, READS, about)
    case 'Edit':
    case 'Write':
    case 'MultiEdit':
    case 'NotebookEdit':
      return paths(list, rule, EDITS, about)
    case 'WebFetch':
      return fetch(list, rule, about)
    case 'WebSearch':
      return exact(rule, list, 'web_search')
    default:
      break
  }
  if (/^mcp__[A-Za-z0-9_.-]+__[A-Za-z0-9_.-]+$/.test(tool) && about === undefined)
    return exact(rule, list, tool)
  const server = /^mcp__([A-Za-z0-9_.-]+?)(?:__\*)?$/.exec(tool)?.[1]
  if (server !== undefined && about === undefined) return exact(rule, list, `mcp__${server}__*`)
  return notExpressible(rule, list, 'there is no such tool here')
}

function command(list: ListName, rule: string, about: string | undefined): Imported {
  if (about === undefined || about === '*' || about === ':*')
    return list === 'allow'
      ? narrower(rule, list, 'calls that cannot be undone or read still ask', 'terminal.exec')
      : exact(rule, list, 'terminal.exec')
  const pattern = about.endsWith(':*') ? `${about.slice(0, -2)} *` : about
  if (/[\n\r]/.test(pattern))
    return notExpressible(rule, list, 'a command with several lines is not a pattern')
  // There `a *` is a text prefix; here every part of a command is judged separately, so an allow covers less.
  return list === 'allow' && pattern.includes('*')
    ? narrower(rule, list, 'each part of a command line needs its own rule', `terminal.exec(${pattern})`)
    : exact(rule, list, `terminal.exec(${pattern})`)
}

function paths(list: ListName, rule: string, tools: readonly string[], about: string | undefined): Imported {
  if (about === undefined || about === '*' || about === '**')
    return list === 'allow'
      ? narrower(rule, list, 'protected files still ask', ...tools.map((tool) => `${tool}(/**)`))
      : exact(rule, list, ...tools)
  if (/(^|\/)\.\.?(\/|$)/.test(about.replace(/^\.\//, '')) || about.startsWith('!'))
    return notExpressible(rule, list, 'patterns with `..` or `!` have no equivalent here')
  // Anchors have the same spelling: `//` the file system, `~/` the home, `/` the project, `./` the working directory.
  const made = tools.map((tool) => `${tool}(${about})`)
  return list === 'allow' && !/^(\/\/|~\/|\/|\.\/)/.test(about)
    ? narrower(rule, list, 'inside the workspace only', ...made)
    : exact(rule, list, ...made)
}

function fetch(list: ListName, rule: string, about: string | undefined): Imported {
  if (about === undefined || about === '*')
    return list === 'allow'
      ? narrower(rule, list, 'private addresses stay closed', 'web.fetch')
      : exact(rule, list, 'web.fetch')
  const host = /^domain:([A-Za-z0-9.-]+)$/.exec(about)?.[1]
  if (host === undefined) return notExpressible(rule, list, 'only `domain:` patterns are known')
  return list === 'allow'
    ? narrower(rule, list, 'over https, and this host only', `web.fetch(https://${host}/**)`)
    : narrower(rule, list, 'its subdomains too', `web.fetch(domain:${host})`)
}
