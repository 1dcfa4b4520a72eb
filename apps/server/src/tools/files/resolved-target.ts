import type { Call, ToolOutcome } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { subjectOf } from './workspace-path.ts'

/**
 * The path that was countersigned. A symlink that was swapped in since makes it lead somewhere else: then nothing happens.
 */
export async function signedPath(
  asked: string,
  context: { readonly place: Place; readonly call: Call },
): Promise<{ readonly ok: true; readonly path: string } | (ToolOutcome & { readonly ok: false })> {
  const { resolved } = await subjectOf(asked, context.place)
  const specifier = context.call.specifier
  const signed =
    specifier.kind === 'path' ? specifier.paths.find((path) => path.asked === asked)?.resolved : undefined
  if (signed === resolved) return { ok: true, path: resolved }
  return {
    ok: false,
    code: 'stale',
    text: `did not run: \`${asked}\` leads to \`${resolved}\` now, which is not what was approved`,
  }
}
