import { builtinsOfPath } from './builtins.ts'
import type { PathSubject, PolicyCall, ToolFacts } from './model/call.ts'
import { pathSubjects } from './paths/subjects.ts'
import { assertNever } from './result.ts'
import { namesOfPath } from './paths/names.ts'
import type { PlacedRule } from './model/rule.ts'
import { textMatches } from './rules/text-pattern.ts'
import { readShell } from './shell/read-shell.ts'
import { shellSubjects } from './shell/subjects.ts'
import { rowOf, type Fit, type Row, type Subject } from './model/subject.ts'
import { toolFacts } from './tools.ts'
import { urlSubjects } from './urls/subjects.ts'

/** The subjects of a call: each goes through the layers separately, and the strictest verdict applies. Never empty. */
export function subjectsOf(call: PolicyCall): readonly Subject[] {
  const { specifier, place } = call
  switch (specifier.kind) {
    case 'shell':
      return shellSubjects(call, readShell(specifier.command, place))
    case 'path':
      return pathSubjects(call, specifier.paths).map((subject) => pathSubject(subject, call))
    case 'url':
      return specifier.file === undefined
        ? urlSubjects(call, specifier)
        : [...urlSubjects(call, specifier), ...fileSubjects(call, specifier.file)]
    case 'text':
      return [new TextSubject(call.tool, specifier.text), ...writtenSubjects(call, specifier.writes)]
    default:
      return assertNever(specifier)
  }
}

/** Files that a call additionally leaves: it must not bypass the rules for writing them. */
function writtenSubjects(call: PolicyCall, writes: readonly PathSubject[] = []): readonly Subject[] {
  if (writes.length === 0) return []
  const writing = { ...call, tool: toolFacts('files.write') }
  return pathSubjects(writing, writes).map((subject) => pathSubject(subject, writing))
}

/** A file that a page sends or receives, decided like a call of the corresponding file tool. */
function fileSubjects(
  { place }: PolicyCall,
  { tool, path }: NonNullable<Extract<PolicyCall['specifier'], { kind: 'url' }>['file']>,
): readonly Subject[] {
  return subjectsOf({ tool: toolFacts(tool), specifier: { kind: 'path', paths: [path] }, place })
}

function pathSubject(subject: Subject & { readonly path: string }, { tool, place }: PolicyCall): Subject {
  const { path } = subject
  const builtins = builtinsOfPath(path, place)
  const takesAlong = tool.destructive || tool.name === 'files.rename'
  const names = namesOfPath(path, { takesAlong, place })
  return { ...subject, builtins, ...(names === undefined ? {} : { keys: { names } }) }
}

/** A plain text: the most frequent subject of all. */
class TextSubject implements Subject {
  readonly label: string
  readonly tools: Subject['tools']
  readonly row: Row

  constructor(tool: ToolFacts, text: string) {
    const names = [tool.name]
    this.label = text
    this.tools = { may: names, must: names }
    this.row = rowOf(tool)
  }

  may(placed: PlacedRule): Fit {
    return this.must(placed) ? 'hit' : 'no'
  }

  must({ rule: { pattern } }: PlacedRule): boolean {
    return pattern === undefined || textMatches(pattern, this.label)
  }
}
