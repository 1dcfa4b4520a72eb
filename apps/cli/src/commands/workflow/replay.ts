import { workflowRoutes, type ReplayedEffect, type ReplayedRun } from '@countersign/protocol'
import { visibleLine } from '../../chat/visible.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { wholeHash } from './show.ts'
import { findWorkflow } from './workflow.ts'

interface ReplayOptions extends JsonOption {
  readonly version?: string
  readonly runs?: number
  readonly mode?: string
}

/** Plans a version over the record of the last runs, without a version its draft. Nothing runs. */
export function replayWorkflow(
  wanted: string,
  { version, runs, mode, json }: ReplayOptions,
): Promise<number> {
  return onServer(async (api) => {
    const found = await findWorkflow(api, wanted)
    if (!found.ok) return complain(found.message)
    const { id, name } = found.workflow
    const hash = version === undefined ? 'draft' : await wholeHash(api, id, version)
    if (hash === undefined) return complain(`\`${name}\` has no saved version \`${version ?? ''}\``)
    const body = {
      hash,
      ...(runs === undefined ? {} : { runs }),
      ...(mode === undefined ? {} : { mode }),
    }
    const played = await api.call(workflowRoutes.replay, { params: { id }, body })
    if (!played.ok) return complain(played.message)
    if (json === true) return print(JSON.stringify(played.body, null, 2))
    if (played.body.runs.length === 0) return print('No run of it has ended yet.')
    return print(played.body.runs.flatMap(runLines).join('\n'))
  })
}

function runLines({ run_id, same, effects, more, open, failed }: ReplayedRun): string[] {
  return [
    `${run_id}: ${same} as before, ${effects.length} ${effects.length === 1 ? 'differs or asks' : 'differ or ask'}`,
    ...effects.flatMap(effectLines),
    ...(more ? ['  more calls differ than are listed'] : []),
    ...(open ? ['  its recorded results end at a new call; what follows is unknown'] : []),
    ...(failed === null ? [] : [visibleLine(`  it would fail: ${failed}`)]),
  ]
}

const KINDS = { same: 'as before', new: 'new', gone: 'gone', other: 'different' }

function effectLines({ kind, node, item, tool, specifier, before, verdict, why }: ReplayedEffect): string[] {
  // Items are counted from 1.
  const place =
    item === null
      ? node
      : `${node}, item ${item
          .split('/')
          .map((index) => Number(index) + 1)
          .join('.')}`
  return [
    visibleLine(`  ${KINDS[kind].padEnd(9)}  ${(verdict ?? '').padEnd(5)}  ${place}: ${tool}(${specifier})`),
    ...(before === null ? [] : [visibleLine(`                    was ${before}`)]),
    ...(verdict === null ? [] : [visibleLine(`                    ${why}`)]),
  ]
}
