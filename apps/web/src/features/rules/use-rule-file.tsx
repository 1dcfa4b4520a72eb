import type { ThreadId } from '@countersign/protocol'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { RuleFile } from '../../data/api-rules.ts'
import { lazy } from '../../ui/lazy.ts'

/** Few files are ever opened here. */
const RuleFileSheet = lazy(async () => ({ default: (await import('./RuleFileSheet.tsx')).RuleFileSheet }))

/** Opens one of the rules files over the page. */
export function useRuleFile(thread: ThreadId | null): {
  readonly open: (layer: RuleFile['layer']) => void
  readonly sheet: ReactNode
} {
  const [opened, setOpened] = useState<RuleFile['layer'] | null>(null)
  const sheet = opened !== null && (
    <Suspense>
      <RuleFileSheet layer={opened} thread={thread} onClose={() => setOpened(null)} />
    </Suspense>
  )
  return { open: setOpened, sheet }
}
