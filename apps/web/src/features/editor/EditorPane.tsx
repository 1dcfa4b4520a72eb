import type { PaneProps } from '../../platform/feature.ts'
import { Page } from '../../ui/Page.tsx'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { Editor } from './Editor.tsx'
import { PagedFile } from './PagedFile.tsx'
import { WithProposal } from './proposal/WithProposal.tsx'
import { texts } from './texts.ts'
import type { LookAt } from './use-buffer.ts'
import { useFile } from './use-file.ts'

/** A file in this thread's folder: text in an editor, anything else by pages; a waiting change of it in its place. */
export function EditorPane({ params }: PaneProps) {
  const { path = '' } = params
  return (
    <WithProposal key={path} path={path}>
      <FilePane params={params} />
    </WithProposal>
  )
}

function FilePane({ params: { path = '', line, look = '' } }: PaneProps) {
  const { thread } = useWorkbench()
  const file = useFile(thread, path)
  switch (file.disk.state) {
    case 'loading':
      return <Page>{texts.loading}</Page>
    case 'problem':
      return <Page>{file.disk.message}</Page>
    case 'absent':
      return <Page>{texts.gone}</Page>
    case 'there':
      return file.disk.file.text === null ? (
        <PagedFile key={path} path={path} file={file.disk.file} />
      ) : (
        <Editor
          key={path}
          path={path}
          at={placeOf(line, look)}
          file={file.disk.file}
          text={file.disk.file.text}
          acts={file}
        />
      )
  }
}

/** The line to open the pane at; null: none. */
function placeOf(line: string | undefined, look: string): LookAt | null {
  const number = Number(line)
  return Number.isInteger(number) && number > 0 ? { line: number, look } : null
}
