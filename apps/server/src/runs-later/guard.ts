import type { Call, RunContext, ToolOutcome } from '@countersign/agent'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { coveredBy } from '../shell/named-paths.ts'
import type { HeldBackFiles } from './held-back.ts'
import type { LaterWatch, Watched } from './watch.ts'

type Context = RunContext & { readonly call: Call }

/** Prevents commands from leaving files behind that run automatically later, unless a person allows them. */
export interface LaterGuard {
  /** Before a command that can write. `isFree`: it would run outside the sandbox; then nothing may be waiting for an answer. */
  begin(
    context: Context,
    command: { readonly text: string; readonly isFree: boolean },
  ): Promise<
    { readonly ok: true; readonly watched: Watched } | { readonly ok: false; readonly outcome: ToolOutcome }
  >
  /** After a command, and when a background process is read: asks about files that are held back. */
  after(context: Context, outcome: ToolOutcome): Promise<ToolOutcome>
  /** Checks while a background process runs. */
  look(workspace: string): Promise<void>
}

export function laterGuard(parts: {
  readonly watch: LaterWatch
  readonly held: HeldBackFiles
  readonly checkpoints?: Pick<Checkpoints, 'keep'>
}): LaterGuard {
  const { watch, held, checkpoints } = parts
  return {
    look: (workspace) => watch.look(workspace),
    async begin(context, { text, isFree }) {
      if (isFree) {
        await watch.look(context.place.workspace)
        const settled = await held.settle(context)
        if (settled.kind === 'waiting') {
          const why =
            settled.text === '' ? 'files that run on their own later wait for an answer' : settled.text
          return { ok: false, outcome: { ok: false, code: 'held_back', text: `Did not run: ${why}` } }
        }
      }
      return {
        ok: true,
        watched: await watch.begin(context.place.workspace, {
          text,
          covers: coveredBy(context.call, context.place),
        }),
      }
    },
    async after(context, outcome) {
      const settled = await held.settle(context)
      if (settled.text === '') return outcome
      const { changes } = settled
      if (changes.length > 0)
        await checkpoints?.keep(
          context.call,
          changes.map((change) => ({ kind: 'set', ...change })),
        )
      const changed = [...(outcome.changed ?? []), ...changes.map(({ path }) => path)]
      return {
        ...outcome,
        text: `${outcome.text}\n${settled.text}`,
        ...(changed.length === 0 ? {} : { changed }),
      }
    },
  }
}
