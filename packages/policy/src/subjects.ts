import { builtinsOfPath } from './builtins.ts'
import type { PolicyCall, ToolFacts } from './call.ts'
import { pathSubjects } from './paths/subjects.ts'
import { assertNever } from './result.ts'
import { namesOfPath } from './rules/rule-key.ts'
import { textMatches } from './rules/text-pattern.ts'
import { readShell } from './shell/read-shell.ts'
import { shellSubjects } from './shell/subjects.ts'
import type { Row, Subject } from './subject.ts'
import { urlSubjects } from './urls/subjects.ts'

/** The things to decide of a call: each goes through the layers alone, the strictest verdict counts. Never empty. */
export function subjectsOf(call: PolicyCall): readonly Subject[] {
  const { specifier, place } = call
  switch (specifier.kind) {
    case 'shell':
      return shellSubjects(call, readShell(specifier.command, place))
    case 'path':
      return pathSubjects(call).map((subject) => pathSubject(subject, call))
    case 'url':
      return urlSubjects(call)
    case 'text':
      return [textSubject(call.tool, specifier.text)]
    default:
      return assertNever(specifier)
  }
}

function pathSubject(subject: Subject, { tool, place }: PolicyCall): Subject {
  const { path } = subject
  if (path === undefined) return subject
  const builtins = builtinsOfPath(path, place)
  const takesAlong = tool.destructive || tool.name === 'files.rename'
  const names = namesOfPath(path, { takesAlong, place })
  return { ...subject, builtins, ...(names === undefined ? {} : { keys: { names } }) }
}

function textSubject(tool: ToolFacts, text: string): Subject {
  const covers = (pattern: string | undefined): boolean => pattern === undefined || textMatches(pattern, text)
  const names = [tool.name]
  return {
    label: text,
    tools: { may: names, must: names },
    row: rowOf(tool),
    may: ({ rule }) => (covers(rule.pattern) ? 'hit' : 'no'),
    must: ({ rule }) => covers(rule.pattern),
  }
}

function rowOf({ category, editSafe }: ToolFacts): Row {
  return category === 'write' && editSafe ? 'editSafe' : category
}
