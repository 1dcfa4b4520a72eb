import type { ThreadId } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addProjectRule, fetchRuleFiles } from '../../data/api-rules.ts'
import type { RuleFiles } from '../../data/api-rules.ts'
import { valueOf } from '../../data/http.ts'

/** The rule file of a thread's folder, and whether a rule can be written to it. */
export type ProjectFile =
  | { readonly state: 'loading' }
  | { readonly state: 'closed'; readonly why: 'untrusted' | 'unreadable' | 'unknown' }
  | { readonly state: 'open'; readonly path: string; readonly hash: string | null }

export interface ProjectFileControl {
  readonly file: ProjectFile
  readonly busy: boolean
  readonly trouble: string | null
  /** Writes an allow rule; `then` is called only after the server has written it. */
  readonly write: (rule: { readonly thread: ThreadId; readonly text: string }, then: () => void) => void
}

/** With `workspace` null nothing is fetched, because the file is not needed. */
export function useProjectFile(workspace: string | null): ProjectFileControl {
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: ['rules', 'files', workspace],
    queryFn: () => valueOf(fetchRuleFiles(workspace ?? undefined)),
    enabled: workspace !== null,
    staleTime: 0,
  })
  const file = fileOf(found)
  const written = useMutation({
    mutationFn: (rule: { thread: ThreadId; text: string }) =>
      valueOf(addProjectRule({ ...rule, list: 'allow', hash: file.state === 'open' ? file.hash : null })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return {
    file,
    busy: written.isPending,
    trouble: written.error?.message ?? null,
    write: (rule, then) => written.mutate(rule, { onSuccess: then }),
  }
}

function fileOf(found: { readonly data: RuleFiles | undefined; readonly error: Error | null }): ProjectFile {
  if (found.data === undefined)
    return found.error === null ? { state: 'loading' } : { state: 'closed', why: 'unknown' }
  const file = found.data.files.find(({ layer }) => layer === 'project')
  if (file === undefined) return { state: 'closed', why: 'unknown' }
  if (file.unreadable || file.errors.length > 0) return { state: 'closed', why: 'unreadable' }
  if (file.hash !== null && !file.trusted) return { state: 'closed', why: 'untrusted' }
  return { state: 'open', path: file.path, hash: file.hash }
}
