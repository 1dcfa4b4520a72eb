import type { Tool } from '@countersign/agent'
import { terminalExec } from './exec.ts'
import { sessionTools } from './session-tools.ts'
import type { TerminalSessions } from './sessions.ts'
import type { ProcessParts } from './start-process.ts'

/** The tools that run commands. */
export function terminalTools(parts: {
  readonly process: ProcessParts
  readonly sessions: TerminalSessions
  newMarker(): string
}): readonly Tool[] {
  return [terminalExec(parts), ...sessionTools(parts.sessions)]
}
