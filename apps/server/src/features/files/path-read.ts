import type { Inspection } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { shown, subjectOf } from '../../workspace/workspace-path.ts'

/** The common facts of tools that only read one path of the workspace. */
export const READ = {
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  specifier: { kind: 'path', template: '{path}' },
  repeat: 'safe',
  parallelSafe: true,
} as const

/** Inspects a call of such a tool. */
export async function inspectRead(
  action: 'list' | 'read' | 'search',
  path: string,
  place: Place,
  pattern?: string,
): Promise<Inspection> {
  const subject = await subjectOf(path, place)
  return {
    specifier: { kind: 'path', paths: [subject] },
    body: {
      kind: 'path',
      action,
      paths: [shown(subject.resolved, place)],
      ...(pattern === undefined ? {} : { pattern }),
    },
    targets: [],
  }
}
