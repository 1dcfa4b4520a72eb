import { defineTool, type Inspection, type Tool } from '@countersign/agent'
import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import { buildBody, changeBody, readBody, type UserId } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import { z } from 'zod'
import { windowFacts } from '../../platform/windows/window-tool.ts'
import { factOf, type EditorNews } from './apply-tool.ts'
import { draftDiff } from './graph-diff.ts'
import { problemText } from './library.ts'
import type { Parts } from './parts.ts'
import type { WorkflowRow } from './stored-workflows.ts'

const Input = z.object({
  workflow_id: z.string().min(1).max(64),
  message: z.string().max(1000).default(''),
})
type Input = z.infer<typeof Input>

const EMPTY: Graph = {
  version: 1,
  name: '',
  inputs: {},
  outputs: {},
  nodes: [],
  edges: [],
  tests: [],
  view: {},
}

/** `ui_save_version`: saves the draft as a version, exactly as it was shown. */
export function saveVersion(parts: Parts, news: EditorNews, user: UserId): Tool {
  return defineTool({
    ...windowFacts(factOf('ui_save_version')),
    input: Input,
    title: () => 'Save a version of a workflow',
    async inspect(input) {
      const row = await parts.workflows.get(user, input.workflow_id)
      const draft = row && readGraph(row.draft)
      if (row === undefined || draft?.ok !== true)
        return refused(input, 'not_found', `there is no workflow \`${input.workflow_id}\` that can be read`)
      return inspected(parts, user, input, row, draft.value)
    },
    async run({ workflow_id: id, message }, { call }) {
      const shown = readBody(changeBody, call.body)
      const row = await parts.workflows.get(user, id)
      const hash = shown?.hash ?? undefined
      if (row === undefined || hash === undefined || row.draft_base !== shown?.base)
        return { ok: false, code: 'stale', text: 'did not run: the draft changed; look at it again' }
      const read = await parts.library.read(user, row.draft)
      if (!read.ok || read.compiled.hash !== hash)
        return {
          ok: false,
          code: 'stale',
          text: 'did not run: one of its nodes changed after it was shown; look at it again',
        }
      await parts.workflows.addVersion(user, id, { hash, graph: row.draft, message, named: true })
      const now = await parts.workflows.get(user, id)
      if (now !== undefined) await news.told(now)
      return { ok: true, text: `Saved as version ${hash}.`, value: { hash } }
    },
  })
}

async function inspected(
  { inputSource, library, workflows }: Parts,
  user: UserId,
  input: Input,
  row: WorkflowRow,
  draft: Graph,
): Promise<Inspection> {
  const { workflow_id: id, message } = input
  const head = row.head === null ? undefined : await workflows.version(id, row.head)
  const read = head && readGraph(head.graph)
  const before = read?.ok === true ? read.value : EMPTY
  const { diff, problems, hash, effectsKnown } = await draftDiff({ inputSource, library }, user, id, [
    before,
    draft,
  ])
  if (hash === null) return refused(input, 'does_not_compile', problemText(problems))
  if (hash === row.head) return refused(input, 'nothing_new', 'the draft is the same as the newest version')
  return {
    specifier: { kind: 'text', text: id },
    body: buildBody(changeBody, {
      data: {
        workflow_id: id,
        name: row.name,
        into: 'version',
        message,
        base: row.draft_base,
        before: { ...before },
        after: { ...draft },
        diff,
        problems,
        hash,
        effects_known: effectsKnown,
        parts: [],
      },
      entries: [
        { name: 'workflow', value: row.name },
        { name: 'message', value: message },
        {
          name: 'may newly do',
          value: diff.effects_added.map(({ node, tool }) => `${node}: ${tool}`).join(', '),
        },
      ],
    }),
    targets: [{ path: `the draft of ${id}`, hash: sha256(canonicalJson([row.draft_base, row.draft])) }],
  }
}

function refused({ workflow_id: id }: Input, code: string, text: string): Inspection {
  return {
    specifier: { kind: 'text', text: id },
    body: { kind: 'arguments', entries: [{ name: 'workflow', value: id }] },
    targets: [],
    refusal: { code, text },
  }
}
