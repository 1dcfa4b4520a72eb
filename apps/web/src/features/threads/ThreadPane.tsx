import type { PaneProps } from '../../platform/feature.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { ThreadRoute } from './ThreadRoute.tsx'

/** The chat that its parameters name, or that of the workbench around it. */
export function ThreadPane({ params }: PaneProps) {
  const { thread } = useWorkbench()
  return <ThreadRoute params={{ thread: params['thread'] ?? thread ?? undefined }} />
}
