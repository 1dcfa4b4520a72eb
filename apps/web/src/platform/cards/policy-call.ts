import { toolFacts } from '@countersign/policy'
import type { PolicyCall } from '@countersign/policy'
import { callSubject } from '@countersign/protocol'
import type { CallBody } from '@countersign/protocol'
import type { PolicyFacts } from '../../data/context.ts'

/** What is known of a call on the page, as far as policy needs it. */
export interface JudgedCall {
  readonly tool: string
  readonly specifier: string
  readonly body: CallBody
  readonly workspace: string | null
}

/** A call of the page as policy sees it. */
export function policyCall(call: JudgedCall, { home, own }: PolicyFacts): PolicyCall {
  const workspace = call.workspace ?? '/'
  const cwd = call.body.kind === 'shell' ? call.body.cwd : workspace
  return { tool: toolFacts(call.tool), specifier: callSubject(call), place: { workspace, cwd, home, own } }
}
