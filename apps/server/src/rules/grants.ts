import type { GrantedNode } from '@countersign/agent'
import { parseRule, type LayerSource } from '@countersign/policy'

/** The run of a workflow that a call belongs to: the version, and the call above it. */
export type GrantedRun = Pick<GrantedNode, 'version' | 'parentId'>

/** A rule that applies to a single node. */
export interface NodeRule {
  readonly node: string
  readonly rule: string
}

/** Allow rules that a person granted to the nodes of one version of a workflow. */
export interface Granted {
  readonly rules: readonly NodeRule[]
  /** True: they apply until the owner's grants change. False: one of them expires before. */
  readonly lasting: boolean
}

export type GrantedRules = (run: GrantedRun) => Promise<Granted>

const NOTHING: Granted = { rules: [], lasting: true }

/** Where the policy looks for such rules. Nothing is granted until a feature registers a source. */
export interface Grants {
  use(source: GrantedRules): void
  readonly of: GrantedRules
}

export function openGrants(): Grants {
  let source: GrantedRules = () => Promise.resolve(NOTHING)
  return {
    use: (given) => {
      source = given
    },
    of: (run) => source(run),
  }
}

/** The rules of one node. Those of other nodes never apply to it. */
export function rulesFor(node: string, { rules }: Pick<Granted, 'rules'>): readonly string[] {
  return rules.filter((rule) => rule.node === node).map(({ rule }) => rule)
}

export const GRANTS_FORBIDDEN =
  'the administrator of this machine does not allow grants: each effect asks when it is reached'

/** `deny grant` in the administrator's file: every effect of a workflow asks, whatever people granted before. */
export function forbidsGrants({ lists, unreadable }: LayerSource): boolean {
  if (unreadable?.includes('deny') === true) return true
  return (lists.deny ?? []).some((text) => {
    const parsed = parseRule(text)
    return parsed.ok && parsed.value.tool === 'grant'
  })
}
