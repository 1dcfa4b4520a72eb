import { defineTool, type Call, type Inspection, type Tool, type Verified } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { sameState, type Change, type PathState } from '../../checkpoints/change.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { stateAt } from '../../checkpoints/path-state.ts'
import { doStep } from '../../checkpoints/undo-step.ts'
import { readContent, type Content } from '../../workspace/content.ts'
import { isInside, shown, subjectOf } from '../../workspace/workspace-path.ts'
import { UNDO_TOOL, UndoArguments } from './past-calls.ts'
import { fileAt, planFile, writtenState, type FilePlan } from './undo-plan.ts'

/** Undoes or reapplies hunks of one file: only for people, as a call at the gate that can itself be undone. */
export function undoTool(checkpoints: Checkpoints): Tool {
  return defineTool({
    name: UNDO_TOOL,
    description: 'Undoes parts of earlier changes to a file, or reapplies them.',
    input: UndoArguments,
    category: 'write',
    destructive: false,
    editSafe: true,
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{path}' },
    repeat: 'idempotent',
    verify: (_input, { call }) => verifyUndo(checkpoints, call),
    parallelSafe: false,
    lock: 'files',
    title: ({ path, parts, back }) => `${back ? 'Reapply' : 'Undo'} ${hunks(parts.length)} in ${path}`,
    async inspect(input, place): Promise<Inspection> {
      const { subject, now, plan } = await planned(checkpoints, input, place)
      return {
        specifier: { kind: 'path', paths: [subject] },
        body: {
          kind: 'write',
          path: shown(subject.resolved, place),
          before: plan.before,
          after: plan.after ?? '',
          outside_workspace: !isInside(subject.resolved, place),
        },
        targets: [{ path: subject.resolved, hash: now.kind === 'file' ? now.hash : null }],
        ...(plan.done.length === 0 ? { refusal: CONFLICT } : {}),
      }
    },
    async run(input, { call, place, mayAct }) {
      const { subject, now, plan } = await planned(checkpoints, input, place)
      const path = subject.resolved
      const signed = call.targets.find((target) => target.path === path)
      if (signed === undefined || signed.hash !== (now.kind === 'file' ? now.hash : null))
        return { ok: false, code: 'stale', text: `did not run: \`${input.path}\` has just changed` }
      if (plan.done.length === 0) return { ok: false, ...CONFLICT }
      const { state, bytes } = writtenState(plan.after, now)
      const before: PathState =
        now.kind === 'file' ? { kind: 'file', hash: now.hash, mode: now.mode } : { kind: 'absent' }
      if (!(await mayAct())) return { ok: false, code: 'cancelled', text: 'did not run: it was stopped' }
      const set: Change = { kind: 'set', path, before, after: state }
      await checkpoints.keep(
        call,
        [set],
        [...(now.kind === 'file' ? [now.bytes] : []), ...(bytes === undefined ? [] : [bytes])],
      )
      const conflict = await doStep(checkpoints, { kind: 'put', path, now: before, state })
      if (conflict === undefined) return { ok: true, text: saidOf(input, plan), changed: [path] }
      await checkpoints.drop(call.id)
      return { ok: false, code: 'conflict', text: `did not run: ${conflict.why}` }
    },
  })
}

const CONFLICT = {
  code: 'conflict',
  text: 'the same lines were changed later; nothing was overwritten',
} as const

function saidOf({ path, back }: { readonly path: string; readonly back: boolean }, plan: FilePlan): string {
  const did = `${back ? 'Reapplied' : 'Undid'} ${hunks(plan.done.length)} in ${path}.`
  return plan.conflicts.length === 0
    ? did
    : `${did} ${hunks(plan.conflicts.length)} were left alone: the same lines were changed later.`
}

function hunks(many: number): string {
  return many === 1 ? '1 hunk' : `${many} hunks`
}

async function planned(
  checkpoints: Checkpoints,
  {
    path,
    parts,
    back,
  }: {
    readonly path: string
    readonly parts: readonly { readonly call: Call['id']; readonly hunk: string }[]
    readonly back: boolean
  },
  place: Place,
) {
  const subject = await subjectOf(path, place, { last: 'itself' })
  const now: Content = await readContent(subject.resolved)
  const file = await fileAt(
    checkpoints,
    subject.resolved,
    now,
    parts.map(({ call }) => call),
  )
  const plan: FilePlan =
    file.text === undefined
      ? { before: null, after: null, done: [], conflicts: parts }
      : planFile(file, parts, { back })
  return { subject, now, plan }
}

/** The intended change is stored before it happens: the current state shows what became of it. */
export async function verifyUndo(
  checkpoints: Pick<Checkpoints, 'read'>,
  call: Pick<Call, 'id' | 'title'>,
): Promise<Verified> {
  const last = (await checkpoints.read(call.id))?.changes.at(-1)
  if (last?.kind !== 'set') return { kind: 'not_done' }
  const now = await stateAt(last.path)
  if (sameState(now, last.after))
    return {
      kind: 'done',
      text: `${call.title}: done, before the server was interrupted.`,
      changed: [last.path],
    }
  return sameState(now, last.before) ? { kind: 'not_done' } : { kind: 'unknown' }
}
