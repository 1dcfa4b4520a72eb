import type { PaneProps } from '../../platform/feature.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { ThreadRoute } from './ThreadRoute.tsx'

/** The thread of its parameters, or that of the surrounding workbench. */
export function ThreadPane({ params }: PaneProps) {
  const { thread } = useWorkbench()
  return <ThreadRoute params={{ thread: params['thread'] ?? thread ?? undefined }} />
}
