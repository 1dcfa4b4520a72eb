import type { AgentMay } from '@countersign/protocol'

export const AGENT_COLOURS: Readonly<Record<AgentMay, string>> = {
  writes: 'text-clear',
  asks: 'text-wait',
  reads: 'text-ink-3',
  never: 'text-stop',
}
