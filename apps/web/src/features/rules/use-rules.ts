import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RuleId } from '@countersign/protocol'
import { addRule, fetchRuleFiles, fetchRules, removeRule, trustFile } from '../../data/api-rules.ts'
import type { KeptRule } from '../../data/api-rules.ts'
import { valueOf } from '../../data/http.ts'
import type { AllRules } from './rules-model.ts'

export type RulesQuery =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string; readonly again: () => void }
  | { readonly state: 'ready'; readonly rules: AllRules }

/** All rules, reloaded whenever the page gets the focus. `workspace`: the project whose file is included. */
export function useRules(workspace?: string): RulesQuery {
  const kept = useQuery({ queryKey: ['rules', 'kept'], queryFn: () => valueOf(fetchRules()), staleTime: 0 })
  const files = useQuery({
    queryKey: ['rules', 'files', workspace],
    queryFn: () => valueOf(fetchRuleFiles(workspace)),
    staleTime: 0,
  })
  if (kept.data !== undefined && files.data !== undefined)
    return { state: 'ready', rules: { kept: kept.data, files: files.data } }
  const error = kept.error ?? files.error
  if (error === null) return { state: 'loading' }
  const again = (): void => {
    void kept.refetch()
    void files.refetch()
  }
  return { state: 'failed', reason: error.message, again }
}

export type RuleChange =
  | { readonly kind: 'add'; readonly rule: Pick<KeptRule, 'list' | 'text' | 'threadId'> }
  | { readonly kind: 'remove'; readonly id: RuleId }
  /** A rule is immutable: the new one is saved before the old one is removed. */
  | {
      readonly kind: 'replace'
      readonly id: RuleId
      readonly rule: Pick<KeptRule, 'list' | 'text' | 'threadId'>
    }
  | { readonly kind: 'trust'; readonly workspace: string; readonly hash: string | null }

export interface RuleChanges {
  readonly change: (change: RuleChange) => void
  readonly busy: boolean
  readonly trouble: string | null
}

/** Changes rules, and reloads them: the server's reply is shown. */
export function useRuleChanges(done: (change: RuleChange) => void = () => {}): RuleChanges {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: make,
    onSuccess: (_answer, change) => done(change),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return {
    change: (change) => mutation.mutate(change),
    busy: mutation.isPending,
    trouble: mutation.error === null ? null : mutation.error.message,
  }
}

async function make(change: RuleChange): Promise<void> {
  switch (change.kind) {
    case 'add':
      await valueOf(addRule(change.rule))
      return
    case 'remove':
      await valueOf(removeRule(change.id))
      return
    case 'replace':
      await valueOf(addRule(change.rule))
      await valueOf(removeRule(change.id))
      return
    case 'trust':
      await valueOf(trustFile(change.workspace, change.hash))
  }
}
