import type { RuleFileView, ThreadView } from '@countersign/protocol'
import { useState } from 'react'
import { FileBanners } from './FileBanners.tsx'
import { useRuleFile } from './use-rule-file.tsx'
import { useRuleChanges } from './use-rules.ts'

const NAME = 'countersign rules left'

interface FolderRulesShownProps {
  readonly thread: Pick<ThreadView, 'id' | 'workspace'>
  readonly files: readonly RuleFileView[]
}

/** Notices about the rules files of a thread's folder. */
export function FolderRulesShown({ thread, files }: FolderRulesShownProps) {
  const { id, workspace } = thread
  const changes = useRuleChanges()
  const [left, setLeft] = useState(() => readLeft())
  const file = useRuleFile(id)
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-2 px-4 pt-3 empty:hidden">
      <FileBanners
        files={files}
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
