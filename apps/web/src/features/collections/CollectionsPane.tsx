import { useWorkbench } from '../../workbench/workbench-context.ts'
import { Collections } from './Collections.tsx'

/** Collections next to other panes: a document opens in its own pane. */
export function CollectionsPane() {
  const { open } = useWorkbench()
  return (
    <Collections
      onOpen={({ collection, document, passage }) =>
        open('document', { collection, document, passage: passage ?? '' })
      }
    />
  )
}
