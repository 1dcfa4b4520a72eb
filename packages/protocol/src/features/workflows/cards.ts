import { z } from 'zod'
import { defineBody } from '../../bodies.ts'
import { GraphJson, Values, VersionHash, WorkflowId } from './common.ts'
import { GraphDiff, GraphProblem, ManifestView } from './graphs.ts'

/** The card of a run: the possible effects of the version. */
export const graphBody = defineBody({
  kind: 'workflows.graph',
  about: 'a workflow to run: its inputs, and what each of its nodes may do',
  data: z.object({
    workflow_id: WorkflowId.nullable(),
    name: z.string(),
    hash: VersionHash,
    inputs: Values,
    manifest: ManifestView,
    from_node: z.string().nullable(),
    /** Valid values of `grant` for the answer. */
    grants: z.array(z.enum(['run', 'version'])).readonly(),
  }),
})

/**
 * The card of `ui_apply` and `ui_save_version`: the old draft, the changes, and how the two differ. Everything is as the server read it
 * when the call was proposed; a later change of the draft or of a proposal makes the call stale.
 */
export const changeBody = defineBody({
  kind: 'workflows.change',
  about: 'proposals for a workflow’s draft, or a draft that becomes a version',
  data: z.object({
    workflow_id: WorkflowId,
    name: z.string(),
    /** `draft`: proposals are applied to the draft. `version`: the draft becomes a version, which runs and triggers can name. */
    into: z.enum(['draft', 'version']),
    /** The message of a version. */
    message: z.string().nullable(),
    /** Number of changes of the draft that it is based on. */
    base: z.number().int(),
    /** The graph before: the draft, or the head; an empty graph if there is no head. */
    before: GraphJson,
    /** The graph that becomes a version; absent for proposals, whose parts lead to it. */
    after: GraphJson.optional(),
    /** The changes in order, each a part that can be signed separately; none for a version. */
    parts: z
      .array(
        z.object({
          /** Its number on the canvas. */
          number: z.number().int(),
          label: z.string(),
          /** Indexes in this list of the parts that it needs, counted from 0: a wire needs the nodes at its ends. */
          needs: z.array(z.number().int()).readonly(),
          /** Operations for `applyOps` of `packages/workflow`. */
          ops: z.array(z.record(z.string(), z.unknown())).readonly(),
        }),
      )
      .readonly(),
    /** How the new graph differs from the old one. If one of them does not compile, `effects_added` and `effects_removed` are empty. */
    diff: GraphDiff,
    /** Problems of the new graph. Empty: `hash` is its hash, and the effects of `diff` are known. */
    problems: z.array(GraphProblem).readonly(),
    hash: VersionHash.nullable(),
    /** The effects of both graphs are known. */
    effects_known: z.boolean(),
  }),
})

/** The card of `human.ask` and `human.approve`. */
export const questionBody = defineBody({
  kind: 'workflows.question',
  about: 'a workflow’s question: a form from a schema, or a value to edit',
  data: z.object({
    question: z.string(),
    /** JSON Schema of the answer. */
    schema: z.record(z.string(), z.unknown()),
    /** The value to approve; absent: there is none, and the form is empty. */
    value: z.unknown().optional(),
    may_edit: z.boolean(),
  }),
})
