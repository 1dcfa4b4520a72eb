import { compilePolicy, decide, explainFinding, lint, parseRule, toolFacts } from '@countersign/policy'
import type { PolicyCall, PolicySource, Specifier } from '@countersign/policy'
import type { CallView, PartView } from '@countersign/protocol'
import { homedir } from 'node:os'

/** What a rule would do to a call, decided by the same policy that the server runs. */
export type RuleEffect =
  | { readonly kind: 'malformed'; readonly message: string }
  | {
      readonly kind: 'readable'
      /** Parts that ask now and would run. */
      readonly runs: readonly string[]
      /** Parts that would go on asking. */
      readonly asks: readonly string[]
      readonly warnings: readonly string[]
    }

/** Reads a rule and tries it on the call. Pure; runs on every key. */
export function ruleEffect(text: string, call: CallView, workspace: string): RuleEffect {
  const parsed = parseRule(text)
  if (!parsed.ok) return { kind: 'malformed', message: parsed.error.message }
  // In strict mode nothing runs but what the rule lets through: so what runs, runs by it.
  const source: PolicySource = { mode: 'strict', layers: [{ layer: 'user', lists: { allow: [text] } }] }
  const decision = decide(policyCall(call, workspace), compilePolicy(source))
  const warnings = lint(source)
    .filter(({ kind }) => kind === 'broad' || kind === 'no-effect')
    .map(explainFinding)
  const asking = call.decision?.parts.filter(({ verdict }) => verdict === 'ask') ?? []
  if (asking.length === 0) {
    const label = call.specifier === '' ? call.tool : call.specifier
    const enough = decision.verdict === 'run'
    return { kind: 'readable', runs: enough ? [label] : [], asks: enough ? [] : [label], warnings }
  }
  const opened = new Set(
    decision.parts
      .filter(({ verdict }) => verdict === 'run')
      .map(({ label, range }) => place(label, range?.start, range?.end)),
  )
  // An ask rule stands before every allow rule.
  const opens = (part: PartView) =>
    part.reason.because !== 'rule' && opened.has(place(part.label, part.start, part.end))
  return {
    kind: 'readable',
    runs: asking.filter(opens).map(({ label }) => label),
    asks: asking.filter((part) => !opens(part)).map(({ label }) => label),
    warnings,
  }
}

function policyCall(call: CallView, workspace: string): PolicyCall {
  const cwd = call.body.kind === 'shell' ? call.body.cwd : workspace
  return {
    tool: toolFacts(call.tool),
    specifier: specifierOf(call),
    place: { workspace, cwd, home: homedir() },
  }
}

function specifierOf({ body, specifier }: CallView): Specifier {
  switch (body.kind) {
    case 'shell':
      return { kind: 'shell', command: body.command }
    case 'write':
      return { kind: 'path', paths: [{ asked: body.path }] }
    case 'path':
      return { kind: 'path', paths: body.paths.map((asked) => ({ asked })) }
    case 'url':
      return { kind: 'url', url: body.url }
    case 'todo':
    case 'arguments':
      return { kind: 'text', text: specifier }
  }
}

function place(label: string, start: number | undefined, end: number | undefined): string {
  return start === undefined ? label : `${start}:${end ?? ''}`
}
