import type { Tool } from '@countersign/agent'
import { terminalExec, type ExecParts } from './exec.ts'
import { sessionTools, type SharedShells } from './session-tools.ts'

/** The tools that run commands. */
export function terminalTools(parts: ExecParts, shells?: SharedShells): readonly Tool[] {
  return [terminalExec(parts), ...sessionTools(parts.sessions, parts.later, shells)]
}
