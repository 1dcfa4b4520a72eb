import type { ThreadView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRuleFiles } from '../data/api-rules.ts'
import { valueOf } from '../data/http.ts'
import { FileBanners } from './FileBanners.tsx'
import { useRuleFile } from './use-rule-file.tsx'
import { useRuleChanges } from './use-rules.ts'

const NAME = 'countersign rules left'

/** Above a chat whose folder brings rules of its own that nobody has spoken about yet. */
export function FolderRules({ thread }: { thread: Pick<ThreadView, 'id' | 'workspace'> }) {
  const { id, workspace } = thread
  const files = useQuery({
    queryKey: ['rules', 'files', workspace],
    queryFn: () => valueOf(fetchRuleFiles(workspace)),
  })
  const changes = useRuleChanges()
  const [left, setLeft] = useState(() => readLeft())
  const file = useRuleFile(id)
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-2 px-4 pt-3 empty:hidden">
      <FileBanners
        files={files.data?.files ?? []}
        left={left}
        onTrust={(hash) => changes.change({ kind: 'trust', workspace, hash })}
        onLeave={(hash) => {
          keepLeft(hash ?? '')
          setLeft(hash)
        }}
        onOpen={file.open}
      />
      {file.sheet}
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
