import { z } from 'zod'
import { defineBody } from '../../bodies.ts'
import { GraphJson, Values, VersionHash, WorkflowId } from './common.ts'
import { GraphDiff, GraphProblem, ManifestView } from './graphs.ts'

/** The card of a run: what the version may do. */
export const graphBody = defineBody({
  kind: 'workflows.graph',
  about: 'a workflow that is to run: its inputs, and what each of its nodes may do',
  data: z.object({
    workflow_id: WorkflowId.nullable(),
    name: z.string(),
    hash: VersionHash,
    inputs: Values,
    manifest: ManifestView,
    from_node: z.string().nullable(),
    /** What `grant` may say: absent from it, the answer is not offered. */
    grants: z.array(z.enum(['run', 'version'])).readonly(),
  }),
})

/**
 * The card of `ui_apply` and `ui_save_version`: what the draft was, what is put into it, and how the two differ. All of it is as the server read it when
 * the call was proposed; a later change of the draft or of a proposal makes the call stale.
 */
export const changeBody = defineBody({
  kind: 'workflows.change',
  about: 'proposals that go into the draft of a workflow, or a draft that becomes a version',
  data: z.object({
    workflow_id: WorkflowId,
    name: z.string(),
    /** `draft`: proposals are put into the draft. `version`: the draft becomes a version, which runs and triggers can name. */
    into: z.enum(['draft', 'version']),
    /** Of a version. */
    message: z.string().nullable(),
    /** Counts the changes of the draft that it is based on. */
    base: z.number().int(),
    /** The graph before: the draft, or the head; an empty graph where there is no head. */
    before: GraphJson,
    /** What is put into it, one after the other, each a part that can be signed by itself; none for a version. */
    parts: z
      .array(
        z.object({
          /** As it is drawn. */
          number: z.number().int(),
          label: z.string(),
          /** Places in this list of those that it needs, counted from 0: a wire needs the nodes at its ends. */
          needs: z.array(z.number().int()).readonly(),
          /** Operations, as `applyOps` of `packages/workflow` takes them. */
          ops: z.array(z.record(z.string(), z.unknown())).readonly(),
        }),
      )
      .readonly(),
    /** How the graph after differs from the one before. Where one of them does not compile, `effects_added` and `effects_removed` are empty. */
    diff: GraphDiff,
    /** What is wrong with the graph after. Empty: `hash` is its hash, and the effects of `diff` are known. */
    problems: z.array(GraphProblem).readonly(),
    hash: VersionHash.nullable(),
    /** The effects of both graphs are known. */
    effects_known: z.boolean(),
  }),
})

/** The card of `human.ask` and `human.approve`. */
export const questionBody = defineBody({
  kind: 'workflows.question',
  about: 'a question of a workflow: a form by a schema, or a value that may be edited',
  data: z.object({
    question: z.string(),
    /** Of the answer. */
    schema: z.record(z.string(), z.unknown()),
    /** The value to approve; absent: there is none, the form is empty. */
    value: z.unknown().optional(),
    may_edit: z.boolean(),
  }),
})
