import type { ThreadView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { fetchRuleFiles } from '../../data/api-rules.ts'
import { valueOf } from '../../data/http.ts'
import { lazy } from '../../ui/lazy.ts'

// Most folders have no rules of their own.
const FolderRulesShown = lazy(async () => ({
  default: (await import('./FolderRulesShown.tsx')).FolderRulesShown,
}))

/** Above a thread whose folder has rules that nobody has decided about yet. */
export function FolderRules({ thread }: { thread: Pick<ThreadView, 'id' | 'workspace'> }) {
  const { workspace } = thread
  const found = useQuery({
    queryKey: ['rules', 'files', workspace],
    queryFn: () => valueOf(fetchRuleFiles(workspace)),
  })
  const files = found.data?.files ?? []
  return <Suspense>{files.length > 0 && <FolderRulesShown thread={thread} files={files} />}</Suspense>
}
