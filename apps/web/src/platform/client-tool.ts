import type { CallId, SerializedTool, ThreadId } from '@countersign/protocol'

/** A tool that runs in this page. The server knows only its description; the handler never leaves the page. */
export interface ClientTool {
  readonly tool: SerializedTool
  run(args: unknown, signal: AbortSignal, of: RunOf): Promise<{ readonly ok: boolean; readonly text: string }>
}

/** The call that a tool runs for. */
export interface RunOf {
  readonly call: CallId
  readonly thread: ThreadId
}

/** A handler for a tool that the server defines completely, by its name (`WORKBENCH_TOOLS` in the protocol). */
export function handles(
  name: string,
  run: ClientTool['run'],
  kind: SerializedTool['kind'] = 'agentTool',
): ClientTool {
  return { tool: { name, description: '', kind }, run }
}
