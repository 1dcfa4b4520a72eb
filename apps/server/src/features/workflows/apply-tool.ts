import {
  defineTool,
  type Asker,
  type Inspection,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import {
  buildBody,
  changeBody,
  featureParts,
  ProposalsAnswer,
  readBody,
  WORKBENCH_TOOLS,
  type UserId,
} from '@countersign/protocol'
import {
  applyOps,
  readGraph,
  readProposals,
  withNeeded,
  withProposals,
  type Graph,
  type Proposal,
} from '@countersign/workflow'
import { z } from 'zod'
import type { PageWindows } from '../../platform/page-windows.ts'
import { noWindow, windowFacts } from '../../platform/windows/window-tool.ts'
import { draftDiff } from './graph-diff.ts'
import { problemText } from './library.ts'
import type { Parts } from './parts.ts'
import type { WorkflowRow } from './stored-workflows.ts'

const Input = z.object({ workflow_id: z.string().min(1).max(64), revision: z.number().int().optional() })
type Input = z.infer<typeof Input>

/** Publishes changes of a workflow, as `WorkflowViews` does. */
export interface EditorNews {
  told(row: WorkflowRow): Promise<void>
}

export function factOf(name: string) {
  const fact = WORKBENCH_TOOLS.get(name)
  if (fact === undefined) throw new Error(`the table of the workbench has no ${name}`)
  return fact
}

/**
 * `ui_apply`: applies the proposals of the editor that started the turn to the draft. The draft, the proposals and their diff are read here during
 * inspection, so that exactly the approved content is written; a later change to any of them makes the call stale.
 */
export function applyProposals(
  parts: Parts,
  windows: Pick<PageWindows, 'of'>,
  news: EditorNews,
  user: UserId,
): Tool {
  return defineTool({
    ...windowFacts(factOf('ui_apply')),
    input: Input,
    title: () => 'Apply proposals to the draft of a workflow',
    async inspect(input, _place, _ahead, asker) {
      const found = await look(parts, windows, user, input, asker)
      return found.ok ? inspected(parts, user, input, found) : refused(input, found)
    },
    run: (input, context) => applied(parts, windows, news, user, input, context),
  })
}

interface Found {
  readonly ok: true
  readonly row: WorkflowRow
  readonly draft: Graph
  readonly after: Graph
  readonly proposals: readonly Proposal[]
}
type Looked = Found | { readonly ok: false; readonly code: string; readonly text: string }

async function look(
  { workflows }: Parts,
  windows: Pick<PageWindows, 'of'>,
  user: UserId,
  { workflow_id: id, revision }: Input,
  asker: Asker | undefined,
): Promise<Looked> {
  const row = await workflows.get(user, id)
  if (row === undefined) return no('not_found', `there is no workflow \`${id}\``)
  const window = await windows.of(asker)
  if (window === undefined) return { ok: false, ...noWindow('ui_apply') }
  const answer = await window.ask('proposals', id)
  const answered = ProposalsAnswer.safeParse(jsonOf(answer?.text))
  if (!answered.success)
    return no(
      'not_open',
      `\`${id}\` is not open in an editor of the window that started this turn; call ui_open_workflow first`,
    )
  const proposals = readProposals(answered.data.proposals)
  if (proposals === undefined) return no('unfit', 'the editor’s proposals cannot be read')
  if (proposals.length === 0) return no('nothing_proposed', 'nothing is proposed')
  if (answered.data.base !== row.draft_base)
    return no('stale', 'the draft differs from what the editor shows; look at it again')
  if (revision !== undefined && revision !== answered.data.revision)
    return no('stale', `the proposals are at revision ${answered.data.revision}; look at them again`)
  const draft = readGraph(row.draft)
  if (!draft.ok) return no('unfit', 'the draft cannot be read')
  const after = readGraph(withProposals(draft.value, proposals))
  if (!after.ok) return no('unfit', after.error.map(({ message }) => message).join('; '))
  return { ok: true, row, draft: draft.value, after: after.value, proposals }
}

function no(code: string, text: string): Looked {
  return { ok: false, code, text }
}

function jsonOf(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return value
  } catch {
    return undefined
  }
}

function refused({ workflow_id: id }: Input, { code, text }: Extract<Looked, { ok: false }>): Inspection {
  return {
    specifier: { kind: 'text', text: id },
    body: { kind: 'arguments', entries: [{ name: 'workflow', value: id }] },
    targets: [],
    refusal: { code, text },
  }
}

async function inspected(
  parts: Parts,
  user: UserId,
  { workflow_id: id }: Input,
  { row, draft, after, proposals }: Found,
): Promise<Inspection> {
  const { diff, problems, hash, effectsKnown } = await draftDiff(parts, user, id, [draft, after])
  return {
    specifier: { kind: 'text', text: id },
    body: buildBody(changeBody, {
      data: {
        workflow_id: id,
        name: row.name,
        into: 'draft',
        message: null,
        base: row.draft_base,
        before: { ...draft },
        parts: partsOf(draft, proposals),
        diff,
        problems,
        hash,
        effects_known: effectsKnown,
      },
      entries: [
        { name: 'workflow', value: row.name },
        ...proposals.map(({ number, label }) => ({ name: `proposal ${number}`, value: label })),
        ...(problems.length === 0 ? [] : [{ name: 'problems', value: problemText(problems) }]),
      ],
    }),
    targets: [
      { path: `the draft of ${id}`, hash: sha256(canonicalJson([row.draft_base, row.draft])) },
      { path: `the proposals for ${id}`, hash: sha256(canonicalJson(proposals)) },
    ],
    inParts: true,
  }
}

/** One part per proposal. A wire needs the nodes at its ends. */
function partsOf(draft: Graph, proposals: readonly Proposal[]) {
  return proposals.map((proposal) => ({
    number: proposal.number,
    label: proposal.label,
    needs: withNeeded(draft, proposals, proposal.number).flatMap((other) =>
      other === proposal ? [] : [proposals.indexOf(other)],
    ),
    ops: proposal.ops.map((op) => ({ ...op })),
  }))
}

async function applied(
  { workflows }: Parts,
  windows: Pick<PageWindows, 'of'>,
  news: EditorNews,
  user: UserId,
  { workflow_id: id }: Input,
  { call, narrowed, signal }: RunContext,
): Promise<ToolOutcome> {
  const shown = readBody(changeBody, call.body)
  if (shown === undefined) return { ok: false, code: 'internal', text: 'the call has no proposals' }
  const ids = featureParts(call.body).map(({ id }) => id)
  const signed = shown.parts.filter((_part, index) => narrowed?.ids.includes(ids[index] ?? '') ?? true)
  const proposals = readProposals(signed.map(({ number, label, ops }) => ({ number, label, ops })))
  const before = readGraph(shown.before)
  if (proposals === undefined || !before.ok)
    return { ok: false, code: 'internal', text: 'the proposals cannot be read' }
  const { graph } = applyOps(
    before.value,
    proposals.flatMap(({ ops }) => ops),
  )
  const after = readGraph(graph)
  if (!after.ok)
    return { ok: false, code: 'unfit', text: after.error.map(({ message }) => message).join('; ') }
  const row = await workflows.saveDraft(user, id, after.value, shown.base)
  if (row === undefined)
    return { ok: false, code: 'stale', text: 'did not run: the draft changed; look at it again' }
  await news.told(row)
  // The window drops the answered proposals. If it is closed, it reads the draft when it reconnects.
  const window = await windows.of(call)
  const taken = proposals.map(({ number }) => number)
  const declined = shown.parts.map(({ number }) => number).filter((number) => !taken.includes(number))
  const args = { workflow_id: id, applied: taken, declined, draft_base: row.draft_base }
  if (window?.offers.has('ui_apply') === true) await window.run({ name: 'ui_apply', call, args, signal })
  const without = declined.length === 0 ? '' : ` ${declined.length} were declined: ${narrowed?.words ?? ''}.`
  return {
    ok: true,
    text: `${proposals.length} proposals are in the draft now.${without} It is not a version yet.`,
    summary: `${proposals.length} of ${shown.parts.length} proposals`,
    value: { applied: taken, draft_base: row.draft_base },
  }
}
