import type { ClientTool } from '../../platform/client-tool.ts'

export async function runTool(
  name: string,
  ..._call: Parameters<ClientTool['run']>
): ReturnType<ClientTool['run']> {
  return { ok: false, text: name }
}
