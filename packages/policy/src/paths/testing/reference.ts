import type { PolicyCall, ToolFacts } from '../../model/call.ts'
import type { LayerName, ListName, PlacedRule } from '../../model/rule.ts'
import type { Subject } from '../../model/subject.ts'
import type { Verdict } from '../../verdict.ts'
import type { CorpusCase } from './corpus.ts'

/** The lists that contain an invalid rule. */
export interface ReferenceRules {
  readonly rules: readonly PlacedRule[]
  readonly broken: ReadonlySet<ListName>
}

/**
 * The order of judgement as `corpus/PATHS-URLS.md` describes it, slow and obvious: a second opinion on `decide` for calls without a shell
 * command. It takes subjects, so that it checks the composition and not the parsing.
 */
export function referenceVerdict(
  call: PolicyCall,
  subjects: readonly Subject[],
  { rules, broken }: ReferenceRules,
  mode: CorpusCase['mode'],
): Verdict {
  const list = (name: ListName): readonly PlacedRule[] => rules.filter((rule) => rule.list === name)
  const fits = (subject: Subject, name: ListName): readonly string[] =>
    list(name)
      .filter((rule) => subject.tools.may.some((tool) => toolFits(rule.rule.tool, tool)))
      .map((rule) => subject.may(rule))
  const covered = (subject: Subject): boolean =>
    !broken.has('allow') &&
    list('allow').some(
      (rule) => subject.tools.must.some((tool) => toolFits(rule.rule.tool, tool)) && subject.must(rule),
    )

  if (subjects.some((subject) => fits(subject, 'deny').includes('hit'))) return 'block'
  if (mode === 'plan' && call.tool.category !== 'read') return 'block'
  if (subjects.some((subject) => subject.refusal?.because === 'scheme')) return 'block'
  if (subjects.some((subject) => subject.refusal !== undefined && !covered(subject))) return 'block'
  if (subjects.some((subject) => subject.unreadable !== undefined)) return mode === 'plan' ? 'block' : 'ask'
  if (call.tool.destructive || subjects.some((subject) => subject.breaker !== undefined)) return 'ask'
  if (broken.has('deny') || broken.has('ask')) return 'ask'
  if (
    subjects.some((subject) =>
      [...fits(subject, 'deny'), ...fits(subject, 'ask')].some((fit) => fit !== 'no'),
    )
  )
    return 'ask'
  const open = subjects.filter((subject) => subject.row !== 'none' && !covered(subject))
  if (open.length === 0) return 'run'
  if (open.some((subject) => subject.guard !== undefined)) return 'ask'
  return open.every((subject) => runsIn(mode, subject)) ? 'run' : 'ask'
}

function runsIn(mode: CorpusCase['mode'], subject: Subject): boolean {
  if (mode === 'auto') return true
  if (mode === 'strict') return false
  return subject.row === 'read' || (mode === 'acceptEdits' && subject.row === 'editSafe')
}

function toolFits(pattern: string, tool: string): boolean {
  const expression = pattern.split('*').map((chunk) => chunk.replaceAll(/[.\\()[\]{}+?^$|]/g, '\\$&'))
  return new RegExp(`^${expression.join('.*')}$`).test(tool)
}

/** Rules of a case, split into tool and pattern; `compiles` says whether a pattern is valid. */
export function referenceRules(test: CorpusCase, compiles: (pattern: string) => boolean): ReferenceRules {
  const rules: PlacedRule[] = []
  const broken = new Set<ListName>()
  for (const list of ['deny', 'ask', 'allow'] as const) {
    for (const text of test.rules[list]) {
      const rule = place(text, list, 'user')
      if (rule === undefined || (rule.rule.pattern !== undefined && !compiles(rule.rule.pattern)))
        broken.add(list)
      else rules.push(rule)
    }
  }
  return { rules, broken }
}

/** A rule in its list, or undefined if its parentheses are wrong. */
export function place(text: string, list: ListName, layer: LayerName): PlacedRule | undefined {
  const open = text.indexOf('(')
  if (open === -1) return { rule: { text, tool: text }, list, layer }
  if (!text.endsWith(')')) return undefined
  return { rule: { text, tool: text.slice(0, open), pattern: text.slice(open + 1, -1) }, list, layer }
}

const FACTS: Readonly<Record<string, Omit<ToolFacts, 'name'>>> = {
  'files.read': { category: 'read', destructive: false, editSafe: false, kind: 'path' },
  'files.list': { category: 'read', destructive: false, editSafe: false, kind: 'path' },
  'files.search': { category: 'read', destructive: false, editSafe: false, kind: 'path' },
  'files.write': { category: 'write', destructive: false, editSafe: true, kind: 'path' },
  'files.create': { category: 'write', destructive: false, editSafe: true, kind: 'path' },
  'files.edit': { category: 'write', destructive: false, editSafe: true, kind: 'path' },
  'files.rename': { category: 'write', destructive: false, editSafe: false, kind: 'path' },
  'files.delete': { category: 'write', destructive: true, editSafe: false, kind: 'path' },
  'web.fetch': { category: 'external', destructive: false, editSafe: false, kind: 'url' },
}

/** The facts that a tool of the corpus declares. */
export function factsOf(name: string): ToolFacts {
  const facts = FACTS[name]
  if (facts === undefined) throw new Error(`no facts for ${name}`)
  return { name, ...facts }
}

/** A case as a call. */
export function callOf(test: CorpusCase): PolicyCall {
  const place = {
    workspace: test.workspace ?? '/home/dev/project',
    cwd: test.cwd ?? test.workspace ?? '/home/dev/project',
    home: test.home ?? '/home/dev',
  }
  const tool = factsOf(test.tool)
  if (tool.kind === 'url') {
    const address = test.resolvedAddress === undefined ? {} : { resolvedAddress: test.resolvedAddress }
    return { tool, place, specifier: { kind: 'url', url: test.specifier, ...address } }
  }
  const first = { asked: test.specifier, ...(test.resolved === undefined ? {} : { resolved: test.resolved }) }
  const second = {
    asked: test.specifier2 ?? '',
    ...(test.resolved2 === undefined ? {} : { resolved: test.resolved2 }),
  }
  return {
    tool,
    place,
    specifier: { kind: 'path', paths: test.specifier2 === undefined ? [first] : [first, second] },
  }
}
