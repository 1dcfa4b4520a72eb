import { hunksOf, carryHunks } from '@countersign/protocol'
import type { RunContext } from '@countersign/agent'
import { maskForModel } from '../../audit/mask.ts'
import { READ } from '../../rules/reading.ts'

/**
 * The text that a call may write: the proposed one or, if a person signed some parts, the current text with these applied. Undefined: they
 * would change other lines than those shown.
 */
export function signedText(
  { narrowed }: Pick<RunContext, 'narrowed'>,
  was: string | undefined,
  proposed: string,
): string | undefined {
  if (narrowed === undefined) return proposed
  return was === undefined ? undefined : carryHunks(narrowed.base, narrowed.accepted, was)
}

/** Maximum number of characters of declined places that the model reads. */
const PLACES = 2000

/** The model's report on a partially applied change: which parts, and the file's text where one was declined, if it may read it. */
export async function partText(
  context: RunContext,
  { path, now, proposed }: { readonly path: string; readonly now: string; readonly proposed: string },
): Promise<string> {
  const words = context.narrowed?.words ?? ''
  const lines = now === '' ? 0 : now.replace(/\n$/, '').split('\n').length
  const text = `Changed ${path} in part: ${words}; file is now ${lines} ${lines === 1 ? 'line' : 'lines'}`
  const judge = await context.judging(READ)
  if (judge(context.call.specifier).verdict !== 'run') return `${text}.`
  const places = hunksOf(now, proposed).map(({ line, removed }) =>
    [`@@ line ${line + 1} @@`, ...removed.map((each) => ` ${each.trimEnd()}`)].join('\n'),
  )
  const shown = maskForModel(places.join('\n'))
  return `${text}. Where a part was declined it reads:\n${shown.length <= PLACES ? shown : `${shown.slice(0, PLACES)}\n[cut]`}`
}
