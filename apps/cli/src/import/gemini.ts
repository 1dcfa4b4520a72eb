import type { ListName } from '@countersign/policy'
import { exact, jsonOf, literal, narrower, notExpressible, textsOf, type Imported } from './imported.ts'

const FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['read_file', ['files.read']],
  ['read_many_files', ['files.read']],
  ['list_directory', ['files.list']],
  ['glob', ['files.search']],
  ['grep_search', ['files.search']],
  ['search_file_content', ['files.search']],
  ['write_file', ['files.write', 'files.create']],
  ['replace', ['files.edit']],
])
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['google_web_search', 'web_search'],
  ['web_fetch', 'web.fetch'],
  ['save_memory', 'remember'],
])

/** `tools.allowed` and `tools.exclude` of a settings.json of Gemini CLI (and their older names). */
export function importGeminiSettings(text: string): readonly Imported[] {
  const settings = jsonOf(JSON.parse(text))
  const tools = jsonOf(settings['tools'])
  const of = (list: ListName, value: unknown) => textsOf(value).map((rule) => ruleOf(list, rule))
  return [
    ...of('deny', tools['exclude'] ?? settings['excludeTools']),
    ...of('allow', tools['allowed'] ?? settings['allowedTools']),
    ...textsOf(tools['core'] ?? settings['coreTools']).map((rule) =>
      notExpressible(rule, 'allow', '`core` lists which tools exist, not which may run'),
    ),
  ]
}

function ruleOf(list: ListName, rule: string): Imported {
  const match = /^([^()]+?)(?:\((.*)\))?$/s.exec(rule.trim())
  const tool = match?.[1] ?? ''
  const about = match?.[2]
  if (tool === 'run_shell_command' || tool === 'ShellTool') return geminiCommand(list, rule, about)
  if (about !== undefined) return notExpressible(rule, list, 'patterns work only for commands')
  return geminiTool(list, rule, tool)
}

/** Every use of a tool, by its name there. */
export function geminiTool(list: ListName, rule: string, tool: string): Imported {
  if (tool === 'run_shell_command') return geminiCommand(list, rule, undefined)
  const files = FILES.get(tool)
  if (files !== undefined)
    return list === 'allow'
      ? narrower(
          rule,
          list,
          'inside the workspace, protected files still ask',
          ...files.map((one) => `${one}(/**)`),
        )
      : exact(rule, list, ...files)
  const other = OTHERS.get(tool)
  if (other !== undefined) return exact(rule, list, other)
  if (/^mcp__[A-Za-z0-9_.-]+__[A-Za-z0-9_.-]+$/.test(tool)) return exact(rule, list, tool)
  return notExpressible(rule, list, 'there is no such tool here')
}

/** There a pattern is a text prefix: `git` also matches `github-cli`. */
export function geminiCommand(list: ListName, rule: string, about: string | undefined): Imported {
  if (about === undefined)
    return list === 'allow'
      ? narrower(rule, list, 'calls that cannot be undone or read still ask', 'terminal.exec')
      : exact(rule, list, 'terminal.exec')
  if (about.trim() === '' || /[\n\r]/.test(about))
    return notExpressible(rule, list, 'its pattern cannot be read')
  const words = literal(about.trim())
  return list === 'allow'
    ? narrower(rule, list, 'whole words, each part of a command line separately', `terminal.exec(${words} *)`)
    : exact(rule, list, `terminal.exec(${words}*)`)
}
