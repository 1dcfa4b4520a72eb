import { HOOK_AGENTS, type HookAgent } from '@countersign/agent/hooks'
import { statusOf, type HookStatus } from '../../hook-settings/agent-status.ts'
import { nameOf } from '../../hook-settings/hook-places.ts'
import { print, type JsonOption } from '../output.ts'

/** Reports for each agent whether its hook is installed and works. Exits with 1 if one is broken. */
export async function hookStatus(options: JsonOption & { readonly agent?: HookAgent }): Promise<number> {
  const found = []
  for (const agent of options.agent === undefined ? HOOK_AGENTS : [options.agent])
    found.push(...(await statusOf(agent)))
  const broken = found.some(({ state }) => state === 'broken')
  print(
    options.json === true
      ? JSON.stringify({ ok: !broken, hooks: found }, null, 2)
      : found.map(line).join('\n'),
  )
  return broken ? 1 : 0
}

function line({ agent, state, says, file }: HookStatus): string {
  return `${nameOf(agent).padEnd(12)} ${state.padEnd(14)} ${file === undefined ? says : `${file}: ${says}`}`
}
