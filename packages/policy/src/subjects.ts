import { builtinsOfPath } from './builtins.ts'
import type { FileUse, PolicyCall, ToolFacts } from './model/call.ts'
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
      return [...urlSubjects(call, specifier), ...fileSubjects(call, specifier.files)]
    case 'text':
      return [new TextSubject(call.tool, specifier.text), ...fileSubjects(call, specifier.files)]
    default:
      return assertNever(specifier)
  }
}

/** Files that a call uses besides what it is about: no way around the rules for reading and writing them. */
function fileSubjects({ place }: PolicyCall, files: readonly FileUse[] = []): readonly Subject[] {
  return files.flatMap(({ tool, path }) =>
    subjectsOf({ tool: toolFacts(tool), specifier: { kind: 'path', paths: [path] }, place }),
  )
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
