import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { GraphJson, VersionHash } from './common.ts'
import { GraphProblem, ManifestView, WorkflowView } from './graphs.ts'

/** A workflow that came with a project's files. Nothing of it runs before a person imports it, saves it and starts it. */
export const ProjectWorkflow = z.object({
  /** The name of its file in `.countersign/workflows`. */
  file: z.string(),
  /** Hash of the text of the file, for the import. */
  text_hash: VersionHash,
  name: z.string(),
  /** Null: the file contains no graph. */
  graph: GraphJson.nullable(),
  /** Why it would not compile as it is. */
  problems: z.array(GraphProblem).readonly(),
  /** What it could do; null: it does not compile. */
  manifest: ManifestView.nullable(),
})
export type ProjectWorkflow = z.infer<typeof ProjectWorkflow>

const Folder = z.string().min(1).max(4096)

/** Workflows in a project's `.countersign/workflows`, as untrusted as its rules. */
export const projectRoutes = {
  projectWorkflows: defineRoute({
    method: 'GET',
    path: '/api/project-workflows',
    needs: 'read',
    about: 'workflows in the `.countersign/workflows` of a folder, which a person may import',
    query: z.object({ workspace: Folder.exactOptional() }),
    reply: z.object({ workspace: z.string(), workflows: z.array(ProjectWorkflow).readonly() }),
  }),
  importProjectWorkflow: defineRoute({
    method: 'POST',
    path: '/api/project-workflows/import',
    needs: 'person',
    about:
      'copies one of them into a new workflow, as its draft; `409` if the file has changed since it was listed',
    body: z.object({
      workspace: Folder.optional(),
      file: z.string().min(1).max(255),
      text_hash: VersionHash,
    }),
    reply: z.object({ workflow: WorkflowView }),
  }),
}
