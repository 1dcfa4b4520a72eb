import { workflowRoutes, type ProjectWorkflow, type WorkflowView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf, type HttpResult } from '../../../data/http.ts'
import { folderName } from '../../../platform/folder/paths.ts'
import { ProjectMenu } from '../../../platform/folder/ProjectMenu.tsx'
import { useProject } from '../../../platform/folder/use-project.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { EffectTable } from '../effects/EffectTable.tsx'
import { texts } from '../texts.ts'

interface ProjectWorkflowsProps {
  readonly onImported: (result: HttpResult<{ readonly workflow: WorkflowView }>) => void
}

/** Workflows that came with a project's files, with what they could do. A person may import each of them. */
export function ProjectWorkflows({ onImported }: ProjectWorkflowsProps) {
  const project = useProject()
  const { folder, known } = project
  const { data, refetch } = useQuery({
    queryKey: ['project-workflows', folder],
    queryFn: () =>
      valueOf(
        call(workflowRoutes.projectWorkflows, { query: folder === undefined ? {} : { workspace: folder } }),
      ),
    staleTime: 0,
    retry: false,
  })
  // Other projects may have some, too; without a second project there is nothing to choose.
  if (data === undefined || (data.workflows.length === 0 && known.length < 2)) return null
  const { workspace, workflows } = data
  const importOne = async ({ file, text_hash }: ProjectWorkflow): Promise<void> => {
    const result = await call(workflowRoutes.importProjectWorkflow, { body: { workspace, file, text_hash } })
    // The list shows what the file says now.
    if (!result.ok) await refetch()
    onImported(result)
  }
  return (
    <Section
      title={texts.project(folderName(workspace))}
      hint={texts.projectHint}
      action={<ProjectMenu project={project} />}
    >
      {workflows.length === 0 && <p className="text-label text-ink-3">{texts.noneOfProject}</p>}
      <ul className="flex flex-col gap-2">
        {workflows.map((one) => (
          <Row key={one.file} workflow={one} onImport={() => void importOne(one)} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ workflow, onImport }: { workflow: ProjectWorkflow; onImport: () => void }) {
  const { file, name, graph, problems, manifest } = workflow
  const [problem] = problems
  return (
    <li
      data-project-workflow={file}
      className="flex flex-col gap-2 rounded-card border border-line bg-panel px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-semibold wrap-anywhere">
            <Visible text={name} />
          </span>
          {name !== file && (
            <code className="font-mono text-hint wrap-anywhere text-ink-3">
              <Visible text={file} />
            </code>
          )}
        </span>
        {graph !== null && (
          <Button size="small" aria-label={texts.projectImport(name)} onClick={onImport}>
            {texts.projectImportWord}
          </Button>
        )}
      </div>
      {graph === null ? (
        <p className="text-label text-stop">{texts.projectNone}</p>
      ) : problem === undefined ? null : (
        <p className="text-label text-stop">
          <Visible text={texts.projectBad(problem.message)} />
        </p>
      )}
      {manifest !== null && <EffectTable manifest={manifest} />}
    </li>
  )
}
