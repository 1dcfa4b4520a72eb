import type { RuleFile } from '../../data/api-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { ProjectMenu } from '../../platform/folder/ProjectMenu.tsx'
import type { Project } from '../../platform/folder/use-project.ts'
import { texts } from './texts.ts'

export interface RuleFilesSectionProps {
  readonly files: readonly RuleFile[]
  readonly onOpen: (layer: RuleFile['layer']) => void
  readonly project: Project
}

/** The rules files: their locations, and which parts apply. */
export function RuleFilesSection({ files, onOpen, project }: RuleFilesSectionProps) {
  return (
    <Section title={texts.files} hint={texts.filesHint} action={<ProjectMenu project={project} />}>
      <Panel>
        <ul className="flex flex-col divide-y divide-line">
          {files.map((file) => (
            <li
              key={file.layer}
              data-rule-file={file.layer}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0"
            >
              <div className="me-auto min-w-0 text-label">
                <p className="font-semibold">{texts.fileLabels[file.layer]}</p>
                <p className="text-ink-2">
                  <code className="font-mono">
                    <Visible text={file.path} ends />
                  </code>{' '}
                  {stateOf(file)}
                </p>
              </div>
              {(file.hash !== null || file.unreadable) && (
                <Button
                  aria-haspopup="dialog"
                  aria-label={texts.openNamed(texts.fileLabels[file.layer])}
                  onClick={() => onOpen(file.layer)}
                >
                  {texts.openFile}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  )
}

function stateOf(file: RuleFile): string {
  if (file.unreadable) return texts.fileUnreadable
  if (file.hash === null) return texts.fileNone
  if (file.layer === 'managed') return texts.fileHolds
  return file.trusted ? texts.fileTrusted : texts.fileStricter
}
