import {
  defineTool,
  type Asker,
  type Inspection,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import { sha256 } from '@countersign/protocol/canonical'
import type { Place } from '@countersign/policy'
import { editText, WORKBENCH_TOOLS, type WorkbenchTool } from '@countersign/protocol'
import { z } from 'zod'
import type { Checkpoints } from '../../../checkpoints/checkpoints.ts'
import type { PageWindows } from '../../../platform/page-windows.ts'
import { noWindow, runInWindow, windowFacts } from '../../../platform/windows/window-tool.ts'
import { isInside, shown, subjectOf, type ResolvedSubject } from '../../../workspace/workspace-path.ts'
import { editHolds } from '../../../file-writes/change-alone.ts'
import { READ } from '../../../rules/reading.ts'
import { Edit, inspectEdit, runEdit } from '../edit.ts'
import { PUT, WRITE_LIMIT } from '../put-declaration.ts'
import { stale } from '../../../file-writes/resolved-target.ts'
import { verifyPut } from '../verify-put.ts'
import { unsavedEdits, type UnsavedEdits } from './unsaved-edits.ts'
import { inspectWrite, runWrite } from '../write.ts'

type Seen = Pick<PageWindows, 'of'>

/** The tools of the editor. `inWindow`: a window runs them, so they exist while one offers them. */
export function editorTools(
  checkpoints: Checkpoints,
  windows: Seen,
): { readonly always: readonly Tool[]; readonly inWindow: readonly Tool[] } {
  const unsaved = unsavedEdits()
  return {
    always: [saveTool(checkpoints, windows, unsaved), proposeTool(checkpoints)],
    inWindow: [openTool(windows), diagnosticsTool(windows), applyTool(windows, unsaved)],
  }
}

function factOf(name: string): WorkbenchTool {
  const fact = WORKBENCH_TOOLS.get(name)
  if (fact === undefined) throw new Error(`the table of the workbench has no ${name}`)
  return fact
}

/** The text of an open file in its window now; undefined: no window of this turn has it open. */
async function openText(windows: Seen, asker: Asker | undefined, path: string): Promise<string | undefined> {
  const window = await windows.of(asker)
  return (await window?.ask('text', path))?.text
}

/** The open text is part of the card: typing changes it. */
function openTarget(path: string, text: string | undefined) {
  return { path: `the open text of ${path}`, hash: text === undefined ? null : sha256(text) }
}

function notOpen(path: string) {
  return {
    code: 'not_open',
    text: `\`${path}\` is not open in an editor of the window that started this turn; change the file with \`files.edit\``,
  }
}

function openTool(windows: Seen): Tool {
  const fact = factOf('editor.open')
  return defineTool({
    ...windowFacts(fact),
    input: z.object({ path: z.string().min(1).max(4096), line: z.number().int().min(1).optional() }),
    title: ({ path }) => `Open ${path} in the editor`,
    inspect: async ({ path }, place, _ahead, asker) =>
      looked(
        [await subjectOf(path, place)],
        place,
        (await windows.of(asker)) ? undefined : noWindow(fact.name),
      ),
    async run({ path, line }, context) {
      const subject = await subjectOf(path, context.place)
      const args = { path: shown(subject.resolved, context.place), ...(line === undefined ? {} : { line }) }
      return runInWindow(windows, { name: fact.name, call: context.call, args, signal: context.signal })
    },
  })
}

function diagnosticsTool(windows: Seen): Tool {
  const fact = factOf('editor.diagnostics')
  return defineTool({
    ...windowFacts(fact),
    input: z.object({ path: z.string().min(1).max(4096).optional() }),
    title: ({ path }) => (path === undefined ? 'List problems of open files' : `List problems of ${path}`),
    async inspect({ path }, place, _ahead, asker) {
      const window = await windows.of(asker)
      // Without a path it concerns every open file: the rules for each apply.
      const open = window?.panes.flatMap((pane) => pane.path ?? []) ?? []
      const paths = path === undefined ? [...new Set(open)] : [path]
      const subjects = await Promise.all(
        (paths.length === 0 ? ['.'] : paths).map((one) => subjectOf(one, place)),
      )
      return looked(subjects, place, window ? undefined : noWindow(fact.name))
    },
    run: (args, { call, signal }) => runInWindow(windows, { name: fact.name, call, args, signal }),
  })
}

function looked(
  subjects: readonly ResolvedSubject[],
  place: Place,
  refusal: Inspection['refusal'] | undefined,
): Inspection {
  return {
    specifier: { kind: 'path', paths: subjects },
    body: { kind: 'path', action: 'read', paths: subjects.map(({ resolved }) => shown(resolved, place)) },
    targets: [],
    ...(refusal === undefined ? {} : { refusal }),
  }
}

const Edits = z.array(Edit).min(1).max(200)

function applyTool(windows: Seen, unsaved: UnsavedEdits): Tool {
  const fact = factOf('editor.applyEdit')
  return defineTool({
    ...windowFacts(fact),
    input: z.object({ path: z.string().min(1).max(4096), edits: Edits }),
    title: ({ path }) => `Edit ${path} in the editor, unsaved`,
    async inspect({ path, edits }, place, _ahead, asker) {
      const subject = await subjectOf(path, place)
      const text = await openText(windows, asker, shown(subject.resolved, place))
      const done = text === undefined ? ({ ok: false, ...notOpen(path) } as const) : editText(text, edits)
      return {
        specifier: { kind: 'path', paths: [subject] },
        body: {
          kind: 'write',
          path: shown(subject.resolved, place),
          before: text ?? null,
          after: done.ok ? done.text : (text ?? ''),
          outside_workspace: !isInside(subject.resolved, place),
        },
        targets: [openTarget(path, text)],
        ...(done.ok ? {} : { refusal: { code: done.code, text: done.text } }),
      }
    },
    holds: editHolds,
    shownBy: READ,
    async run({ path, edits }, context) {
      const subject = await subjectOf(path, context.place)
      const args = { path: shown(subject.resolved, context.place), edits }
      const { call, signal } = context
      const outcome = await runInWindow(windows, { name: fact.name, call, args, signal })
      if (outcome.ok) unsaved.applied(call)
      return outcome
    },
  })
}

function saveTool(checkpoints: Checkpoints, windows: Seen, unsaved: UnsavedEdits): Tool {
  const fact = factOf('editor.save')
  return defineTool({
    ...PUT,
    ...onServer(fact),
    input: z.object({ path: z.string().min(1).max(4096) }),
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path }) => `Save ${path} from the editor`,
    async inspect({ path }, place, _ahead, asker) {
      const found = await inspectSave(windows, path, place, asker)
      const under = asker && unsaved.of(asker.threadId, found.body)
      return under === undefined ? found : { ...found, under }
    },
    shownBy: READ,
    async run({ path }, context) {
      const subject = await subjectOf(path, context.place)
      const text = await openText(windows, context.call, shown(subject.resolved, context.place))
      const { path: name, hash } = openTarget(path, text)
      const signed = context.call.targets.find((target) => target.path === name)
      // Exactly the inspected text is written, and no later one.
      if (text === undefined || signed?.hash !== hash)
        return stale(`${name} changed after this call was proposed`)
      const outcome = await runWrite(checkpoints, { path, content: text }, context)
      if (outcome.ok) unsaved.saved(context.call)
      return outcome
    },
  })
}

async function inspectSave(
  windows: Seen,
  path: string,
  place: Place,
  asker: Asker | undefined,
): Promise<Inspection> {
  const subject = await subjectOf(path, place)
  const text = await openText(windows, asker, shown(subject.resolved, place))
  const target = openTarget(path, text)
  if (text === undefined) {
    const nothing = looked([subject], place, notOpen(path))
    return { ...nothing, targets: [target] }
  }
  const { inParts: _whole, leaves: _later, ...found } = await inspectWrite(path, text, place)
  const body = found.body
  const isSaved = body.kind === 'write' && body.before === body.after
  const refusal = { code: 'no_change', text: `the open text of \`${path}\` is already saved` }
  return { ...found, targets: [...found.targets, target], ...(isSaved ? { refusal } : {}) }
}

const Proposal = z
  .object({
    path: z.string().min(1).max(4096).describe('File, from the workspace root.'),
    edits: Edits.optional(),
    content: z.string().max(WRITE_LIMIT).optional().describe('The whole new content.'),
    note: z.string().max(2000).optional().describe('What the person should look at.'),
  })
  .refine(
    ({ edits, content }) => (edits === undefined) !== (content === undefined),
    'give either `edits` or `content`',
  )
type Proposal = z.infer<typeof Proposal>

function proposeTool(checkpoints: Checkpoints): Tool {
  const fact = factOf('editor.proposeEdit')
  return defineTool({
    ...PUT,
    ...onServer(fact),
    input: Proposal,
    asks: 'always',
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path, note }) => (note === undefined ? `Change ${path}` : `Change ${path}: ${firstLine(note)}`),
    inspect: ({ path, edits, content }, place, ahead) =>
      edits === undefined
        ? inspectWrite(path, content ?? '', place, ahead)
        : inspectEdit(path, edits, place, ahead),
    holds: (call, now, by) => isOfEdits(call.args) && editHolds(call, now, by),
    shownBy: READ,
    run: (proposal, context) => runProposal(checkpoints, proposal, context),
  })
}

function runProposal(
  checkpoints: Checkpoints,
  { path, edits, content = '' }: Proposal,
  context: RunContext,
): Promise<ToolOutcome> {
  return edits === undefined
    ? runWrite(checkpoints, { path, content }, context)
    : runEdit(checkpoints, { path, edits }, context)
}

function isOfEdits(args: unknown): boolean {
  const read = Proposal.safeParse(args)
  return read.success && read.data.edits !== undefined
}

function firstLine(note: string): string {
  const [line = ''] = note.split('\n')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** Facts from the table for a tool that runs here. */
function onServer({ name, description, params, category, editSafe, capability, specifier }: WorkbenchTool) {
  const inputSchema = params
  return {
    name,
    description,
    inputSchema,
    category,
    editSafe,
    capability,
    specifier,
    onRequest: true,
  } as const
}
