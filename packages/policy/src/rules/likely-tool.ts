import { canonicalTool } from '../tools.ts'
import { nearest } from './nearest.ts'

/** The tool that an unknown name may mean: another agent's name for it, or a typo. */
export function likelyTool(name: string, tools: readonly string[]): string | undefined {
  const same = ELSEWHERE.get(name)
  return same !== undefined && tools.includes(same) ? same : nearest(canonicalTool(name), tools)
}

/** Other agents' names for the same tools. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['Bash', 'terminal.exec'],
  ['Shell', 'terminal.exec'],
  ['shell', 'terminal.exec'],
  ['run_shell_command', 'terminal.exec'],
  ['Read', 'files.read'],
  ['Write', 'files.write'],
  ['Edit', 'files.write'],
  ['MultiEdit', 'files.write'],
  ['WebFetch', 'web.fetch'],
  ['WebSearch', 'web_search'],
])
