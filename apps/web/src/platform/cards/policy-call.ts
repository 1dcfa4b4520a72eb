import { toolFacts } from '@countersign/policy'
import type { PolicyCall } from '@countersign/policy'
import { callSubject } from '@countersign/protocol'
import type { CallBody } from '@countersign/protocol'
import type { PolicyFacts } from '../../data/context.ts'

/** The fields of a call on the page that the policy needs. */
export interface JudgedCall {
  readonly tool: string
  readonly specifier: string
  readonly body: CallBody
  readonly workspace: string | null
  readonly decision: { readonly locked?: unknown }
}

/** Converts a call of the page to the input of the policy. */
export function policyCall(call: JudgedCall, { home, own }: PolicyFacts): PolicyCall {
  const workspace = call.workspace ?? '/'
  const cwd = call.body.kind === 'shell' ? call.body.cwd : workspace
  const facts = toolFacts(call.tool)
  // The server looked at this call: a file that undo brings back may be deleted by a rule.
  const tool = call.decision.locked === undefined ? { ...facts, destructive: false } : facts
  return { tool, specifier: callSubject(call), place: { workspace, cwd, home, own } }
}
