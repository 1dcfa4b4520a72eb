import { decideByHand, type Place, type ToolFacts } from '@countersign/policy'
import type { Host } from '../../platform/host.ts'
import type { ChangedFile } from './changed-files.ts'

/** What policy is asked about whether someone may see what is in a file. */
export const READ: ToolFacts = {
  name: 'files.read',
  category: 'read',
  destructive: false,
  editSafe: false,
  kind: 'path',
}

/** What an administrator lets nobody read is listed, without what is in it. */
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
