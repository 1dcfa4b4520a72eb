import { Link } from 'wouter'
import { Visible } from '../../ui/Visible.tsx'
import { ruleTexts } from './rule-texts.ts'
import type { ProjectFile } from './use-project-file.ts'

/** The file that the rule would be written to, or why it cannot be. */
export function ProjectFileLine({ file, trouble }: { file: ProjectFile; trouble: string | null }) {
  return (
    <div role="status" className="text-label text-ink-2" data-project-file={file.state}>
      {said(file)}
      {trouble !== null && (
        <p className="font-semibold text-stop">
          <Visible text={ruleTexts.projectTrouble(trouble)} />
        </p>
      )}
    </div>
  )
}

function said(file: ProjectFile) {
  switch (file.state) {
    case 'loading':
      return <p>{ruleTexts.projectLoading}</p>
    case 'open':
      return (
        <p>
          <Visible text={ruleTexts.projectLine(file.path)} />
        </p>
      )
    case 'closed':
      return (
        <p>
          {ruleTexts.projectClosed[file.why]}{' '}
          <Link href="/settings/permissions">{ruleTexts.permissions}</Link>
        </p>
      )
  }
}
