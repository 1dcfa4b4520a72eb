import type { Call, ToolOutcome } from '@countersign/agent'
import type { PathSubject, Place } from '@countersign/policy'
import { subjectOf } from '../workspace/workspace-path.ts'

export type Failure = Extract<ToolOutcome, { readonly ok: false }>

/** The countersigned path. If a symlink, a mount or a second name was put there since, it leads somewhere else, and nothing happens. */
export async function signedPath(
  asked: string,
  context: { readonly place: Place; readonly call: Call },
  options: { readonly last?: 'followed' | 'itself' } = {},
): Promise<{ readonly ok: true; readonly path: string } | Failure> {
  const now = await subjectOf(asked, context.place, options)
  const signed = pathsIn(context.call).find((path) => path.asked === asked)
  if (signed?.resolved === now.resolved && (now.elsewhere ?? signed.elsewhere) === signed.elsewhere)
    return { ok: true, path: now.resolved }
  return stale(`\`${asked}\` leads to \`${now.resolved}\` now, which is not what was approved`)
}

function pathsIn({ specifier }: Call): readonly PathSubject[] {
  if (specifier.kind === 'path') return specifier.paths
  return specifier.kind === 'shell' ? [] : (specifier.files ?? []).map(({ path }) => path)
}

/** The state of a path when the call was proposed: the hash of its content, null for nothing. */
export function signedHash(call: Call, path: string): string | null {
  return call.targets.find((target) => target.path === path)?.hash ?? null
}

export function stale(why: string): Failure {
  return { ok: false, code: 'stale', text: `did not run: ${why}` }
}
