import { decideByHand, type Place } from '@countersign/policy'
import type { Host } from '../../platform/host.ts'
import { READ } from '../../rules/reading.ts'
import type { ChangedFile } from './changed-files.ts'

/** A file that an administrator forbids to everyone is listed without its content. */
export async function readableByHand(
  { gate }: Pick<Host, 'gate'>,
  place: Place,
  files: readonly ChangedFile[],
): Promise<readonly ChangedFile[]> {
  const rules = await gate.policy.byHand?.()
  if (rules === undefined) throw new Error('there is no policy for what a person does by hand')
  return files.map((file) => {
    const paths = [...file.names].map((path) => ({ asked: path, resolved: path }))
    const call = { tool: READ, specifier: { kind: 'path', paths }, place } as const
    if (decideByHand(call, rules).verdict === 'run') return file
    const calls = [...file.changes.map(({ call: id }) => id), ...file.unread]
    return { ...file, text: undefined, changes: [], unread: calls }
  })
}
