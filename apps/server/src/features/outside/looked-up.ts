import type { Place, Specifier } from '@countersign/policy'
import { lookAtCommand, withBreakers } from '../../shell/command-look.ts'
import { lookAtDisk } from '../../shell/disk-look.ts'
import { subjectOf } from '../../workspace/workspace-path.ts'

/**
 * An outside agent's specifier with the facts of this machine, the same with and without a server: rules also apply to the target of a
 * path, and what a command would lose or lead to is looked up.
 */
export async function lookedUp(sent: Specifier, place: Place): Promise<Specifier> {
  if (sent.kind === 'shell') {
    // An outside agent does not descend from us: to the gate it is an outside process anyway.
    const breakers = lookAtCommand(sent.command, place, { descends: false })
    const disk = withBreakers(await lookAtDisk(sent.command, place, undefined), breakers)
    return { kind: 'shell', command: sent.command, ...(Object.keys(disk).length === 0 ? {} : { disk }) }
  }
  if (sent.kind !== 'path') return sent
  return { kind: 'path', paths: await Promise.all(sent.paths.map(({ asked }) => subjectOf(asked, place))) }
}
