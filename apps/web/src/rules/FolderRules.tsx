import type { ThreadView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRuleFiles } from '../data/api-rules.ts'
import { valueOf } from '../data/http.ts'
import { TrustBanner } from './TrustBanner.tsx'
import { useRuleChanges } from './use-rules.ts'

const NAME = 'countersign rules left'

/** Above a chat whose folder brings rules of its own that nobody has spoken about yet. */
export function FolderRules({ thread }: { thread: Pick<ThreadView, 'workspace'> }) {
  const { workspace } = thread
  const files = useQuery({
    queryKey: ['rules', 'files', workspace],
    queryFn: () => valueOf(fetchRuleFiles(workspace)),
  })
  const changes = useRuleChanges()
  const [left, setLeft] = useState(() => readLeft())
  const file = files.data?.files.find(({ layer }) => layer === 'project')
  if (file === undefined || (file.hash !== null && file.hash === left)) return null
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 pt-3 empty:hidden">
      <TrustBanner
        file={file}
        onTrust={(hash) => changes.change({ kind: 'trust', workspace, hash })}
        onLeave={() => {
          keepLeft(file.hash ?? '')
          setLeft(file.hash)
        }}
      />
    </div>
  )
}

function readLeft(): string | null {
  try {
    return window.localStorage.getItem(NAME)
  } catch {
    return null
  }
}

function keepLeft(hash: string): boolean {
  try {
    window.localStorage.setItem(NAME, hash)
    return true
  } catch {
    return false
  }
}
