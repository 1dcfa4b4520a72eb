import { useWorkbench } from '../../workbench/workbench-context.ts'
import { Collections } from './Collections.tsx'

/** Collections beside other panes: a document opens in a pane of its own. */
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
