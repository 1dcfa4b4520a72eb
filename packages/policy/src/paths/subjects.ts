import type { PathSubject, Place, PolicyCall, ToolFacts } from '../model/call.ts'
import { assertNever } from '../result.ts'
import type { PlacedRule } from '../model/rule.ts'
import { rowOf, type Fit, type Guard, type Subject } from '../model/subject.ts'
import { pathForms, type PathReading } from './form.ts'
import { matchPath } from './match.ts'
import { guardOfChange, guardOfRead } from './protected.ts'
import { isDevice, isRoot } from './roots.ts'
import { patternOf } from './rule-pattern.ts'

/** The action on a path, as far as it affects the judgement. */
type Act = 'read' | 'change' | 'rename' | 'delete'

interface Binding {
  readonly act: Act
  /** The tools whose deny and ask rules apply, and the tools whose allow rules cover. */
  readonly may: readonly string[]
  readonly must: readonly string[]
}

const BINDINGS: ReadonlyMap<string, Binding> = new Map<string, Binding>([
  ['files.read', { act: 'read', may: ['files.read'], must: ['files.read'] }],
  ['files.list', { act: 'read', may: ['files.list', 'files.read'], must: ['files.list'] }],
  ['files.search', { act: 'read', may: ['files.search', 'files.read'], must: ['files.search'] }],
  ['files.write', { act: 'change', may: ['files.write'], must: ['files.write'] }],
  ['files.create', { act: 'change', may: ['files.create', 'files.write'], must: ['files.create'] }],
  ['files.edit', { act: 'change', may: ['files.edit', 'files.write'], must: ['files.edit', 'files.write'] }],
  ['files.rename', { act: 'rename', may: ['files.rename'], must: ['files.rename'] }],
  ['files.delete', { act: 'delete', may: ['files.delete'], must: ['files.delete'] }],
  // An editor must not bypass the rules for files.
  ['editor.open', editor('read', 'editor.open', ['files.read'])],
  ['editor.diagnostics', editor('read', 'editor.diagnostics', ['files.read'])],
  ['editor.applyEdit', editor('change', 'editor.applyEdit', ['files.edit', 'files.write'])],
  ['editor.save', editor('change', 'editor.save', ['files.write'])],
  ['editor.proposeEdit', editor('change', 'editor.proposeEdit', ['files.edit', 'files.write'])],
])

function editor(act: Act, name: string, files: readonly string[]): Binding {
  return { act, may: [name, ...files], must: [name, ...files] }
}

/**
 * The subjects of a call whose specifier is one or more paths: one for each form of each path, and for a rename an additional one for the
 * rules about reading and writing.
 */
export function pathSubjects(
  call: PolicyCall,
  paths: readonly PathSubject[],
): readonly (Subject & { readonly path: string })[] {
  const binding = bindingOf(call.tool)
  return (paths.length > 0 ? paths : [NO_PATH]).flatMap((path) => subjectsOf(path, call, binding))
}

const NO_PATH: PathSubject = { asked: '' }

function bindingOf(tool: ToolFacts): Binding {
  const known = BINDINGS.get(tool.name)
  if (known !== undefined) return known
  const act = tool.destructive ? 'delete' : tool.category === 'read' ? 'read' : 'change'
  return { act, may: [tool.name], must: [tool.name] }
}

function subjectsOf(path: PathSubject, call: PolicyCall, binding: Binding): ReturnType<typeof pathSubjects> {
  return pathForms(path, call.place).flatMap((reading) => {
    const main = subjectOf(reading, { call, binding, path })
    return binding.act === 'rename' ? [main, listener(reading, call.place)] : [main]
  })
}

interface Around {
  readonly call: PolicyCall
  readonly binding: Binding
  readonly path: PathSubject
}

function subjectOf(reading: PathReading, { call, binding, path }: Around): Subject & { path: string } {
  const { form, unreadable } = reading
  const guard = guardOf(reading, call.place, binding.act) ?? guardOfElsewhere(reading, path)
  const breaker = breakerOf(reading, call.place, binding.act)
  return {
    label: form.path,
    path: form.path,
    tools: { may: binding.may, must: binding.must },
    row: rowOf(call.tool),
    unreadable,
    breaker,
    guard,
    may: (rule) => mayMatch(rule, reading, call.place, takesAlong(binding.act)),
    must: (rule) => mustMatch(rule, reading, call.place, guard),
  }
}

/**
 * A rename moves a file into or out of the scope of rules about reading or writing: it asks if such a rule matches either end, but never
 * more than that, because it is neither.
 */
function listener(reading: PathReading, place: Place): Subject & { path: string } {
  return {
    label: reading.form.path,
    path: reading.form.path,
    tools: { may: ['files.read', 'files.write'], must: [] },
    row: 'none',
    may: (rule) => (mayMatch(rule, reading, place, true) === 'no' ? 'no' : 'possible'),
    must: () => false,
  }
}

function takesAlong(act: Act): boolean {
  return act === 'rename' || act === 'delete'
}

function guardOf({ form }: PathReading, place: Place, act: Act): Guard | undefined {
  switch (act) {
    case 'read':
      return guardOfRead(form, place)
    case 'change':
      return guardOfChange(form, place)
    case 'rename':
    case 'delete':
      return guardOfChange(form, place, { takesAlong: true })
    default:
      return assertNever(act)
  }
}

/** Anything mounted or linked into the workspace asks as if it were outside; a rule for its path opens it. */
function guardOfElsewhere({ form }: PathReading, { elsewhere }: PathSubject): Guard | undefined {
  return elsewhere === undefined ? undefined : { because: elsewhere, path: form.path }
}

function breakerOf({ form }: PathReading, place: Place, act: Act): Subject['breaker'] {
  if (act === 'delete' && isRoot(form, place)) return { kind: 'remove-root', target: form.path }
  if (act === 'rename' && isRoot(form, place)) return { kind: 'move-root', target: form.path }
  if (act !== 'read' && act !== 'delete' && isDevice(form)) return { kind: 'device', target: form.path }
  return undefined
}

function mayMatch(rule: PlacedRule, { form }: PathReading, place: Place, along: boolean): Fit {
  const pattern = patternOf(rule.rule)
  if (pattern === 'every') return 'hit'
  // An invalid pattern could be meant for this path.
  if (pattern === undefined) return 'possible'
  return matchPath(pattern, form, place, { kind: 'may', takesAlong: along }) ? 'hit' : 'no'
}

function mustMatch(rule: PlacedRule, { form }: PathReading, place: Place, guard: Guard | undefined): boolean {
  const pattern = patternOf(rule.rule)
  if (pattern === undefined || guard?.because === 'own-files') return false
  if (guard?.because === 'protected' && (pattern === 'every' || !pattern.spelled)) return false
  return pattern === 'every' || matchPath(pattern, form, place, { kind: 'must' })
}
