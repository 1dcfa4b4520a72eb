import { workflowRoutes, type ProjectWorkflow, type UserId } from '@countersign/protocol'
import { sha256 } from '@countersign/protocol/canonical'
import { MAX_BYTES, readGraph } from '@countersign/workflow'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Host } from '../../platform/host.ts'
import { refuse, route, type Route } from '../../platform/route.ts'
import { isLinked } from '../../rules/rule-file.ts'
import { readContent } from '../../workspace/content.ts'
import { manifestView } from './effects.ts'
import type { Parts } from './parts.ts'
import type { WorkflowViews } from './workflow-views.ts'

/** Maximum number of files that are listed. */
const FILES = 100

/** Routes for workflows that came with a project. Reading one runs nothing; an import is a person's own draft. */
export function projectRoutesOf(
  { workspace: standard }: Host,
  parts: Parts,
  views: WorkflowViews,
): readonly Route[] {
  return [
    route(workflowRoutes.projectWorkflows, async ({ actor, query: { workspace = standard } }) => {
      const found: ProjectWorkflow[] = []
      for (const file of await filesIn(workspace)) {
        const text = await textOf(workspace, file)
        if (text !== undefined) found.push(await viewOf(parts, actor.user, file, text))
      }
      return { workspace, workflows: found }
    }),
    route(workflowRoutes.importProjectWorkflow, async ({ actor: { user }, body }) => {
      const { workspace = standard, file, text_hash } = body
      const text = isName(file) ? await textOf(workspace, file) : undefined
      if (text === undefined) return refuse(404, 'not_found', `there is no \`${file}\` to import`)
      if (sha256(text) !== text_hash)
        return refuse(409, 'conflict', 'the file has changed since it was listed; look at it again')
      const read = readGraph(text)
      if (!read.ok)
        return refuse(
          409,
          'no_graph',
          `\`${file}\` contains no graph: ${read.error[0]?.message ?? 'it cannot be read'}`,
        )
      return {
        workflow: await views.view(user, await parts.workflows.create(user, read.value.name, read.value)),
      }
    }),
  ]
}

/** A file directly in the folder: its name leads nowhere else. */
function isName(file: string): boolean {
  return file.endsWith('.json') && basename(file) === file
}

async function folderOf(workspace: string): Promise<string> {
  return join(await realpath(workspace), '.countersign', 'workflows')
}

async function filesIn(workspace: string): Promise<readonly string[]> {
  try {
    const folder = await folderOf(workspace)
    // A link in somebody else's folder could lead to any other.
    if (await isLinked(folder)) return []
    return (await readdir(folder)).filter(isName).toSorted().slice(0, FILES)
  } catch {
    return []
  }
}

/** The text of a file; undefined if there is none, or it is a link, or too large for a graph. */
async function textOf(workspace: string, file: string): Promise<string | undefined> {
  try {
    const content = await readContent(join(await folderOf(workspace), file))
    return content.kind === 'file' && content.bytes.length <= MAX_BYTES
      ? content.bytes.toString('utf8')
      : undefined
  } catch {
    return undefined
  }
}

async function viewOf(parts: Parts, user: UserId, file: string, text: string): Promise<ProjectWorkflow> {
  const given = { file, text_hash: sha256(text) }
  const graph = readGraph(text)
  if (!graph.ok) {
    const problems = graph.error.map(({ code, message }) => ({ code, message }))
    return { ...given, name: file, graph: null, problems, manifest: null }
  }
  const read = await parts.library.read(user, graph.value)
  return {
    ...given,
    name: graph.value.name,
    graph: { ...graph.value },
    problems: read.ok ? [] : read.problems,
    manifest: read.ok ? await manifestView(parts, user, read.compiled) : null,
  }
}
