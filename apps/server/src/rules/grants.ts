import type { GrantedNode } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'

/** Allow rules that a person granted to one node of one version of a workflow. */
export type GrantedRules = (threadId: ThreadId, node: GrantedNode) => Promise<readonly string[]>

/** Where the policy looks for such rules. Nothing is granted until a feature registers a source. */
export interface Grants {
  use(source: GrantedRules): void
  rulesFor: GrantedRules
}

export function openGrants(): Grants {
  let source: GrantedRules = () => Promise.resolve([])
  return {
    use: (given) => {
      source = given
    },
    rulesFor: (threadId, node) => source(threadId, node),
  }
}
