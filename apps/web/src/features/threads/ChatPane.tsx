import type { PaneProps } from '../../platform/feature.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { ThreadRoute } from './ThreadRoute.tsx'

/** The chat of the workbench around it, or the one that its parameters name. */
export function ChatPane({ params }: PaneProps) {
  const { thread } = useWorkbench()
  return <ThreadRoute params={{ thread: thread ?? params['thread'] }} />
}
