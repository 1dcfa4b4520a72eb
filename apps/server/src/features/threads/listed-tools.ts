import { capabilitiesOf } from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import type { ChatContext, ThreadView, ToolView } from '@countersign/protocol'
import type { Actor } from '../../platform/actor.ts'
import type { Host } from '../../platform/host.ts'
import { toolViews } from '../../tools/tool-views.ts'

/** The tools that a thread's model would get for a turn of this person now; undefined: of a thread with shipped settings. */
export async function listedTools(
  host: Host,
  { user }: Actor,
  thread: ThreadView | undefined,
  context?: ChatContext['kind'],
): Promise<readonly ToolView[]> {
  const { belt, capabilities, models, policy } = host
  const { tools } = await host.forPerson(user)
  const all = [...belt.all(), ...tools]
  const ownerOf = (name: string) => host.toolOwners.sourceOf(name)
  if (thread === undefined)
    return toolViews(all, compilePolicy({ mode: 'default', layers: [] }), capabilitiesOf('thread'), ownerOf)
  const model = await models.models.provider(thread.model)
  // A model that only talks gets none.
  if (model.capabilities?.tools === false) return []
  return toolViews(all, await policy.snapshot(thread.id), await capabilities.of(thread.id, context), ownerOf)
}
