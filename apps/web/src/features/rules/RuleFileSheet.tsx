import type { ThreadId } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchRuleFileText } from '../../data/api-rules.ts'
import type { RuleFile } from '../../data/api-rules.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { sentence } from '../../ui/sentence.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { RuleFileLines } from './RuleFileLines.tsx'
import { texts } from './texts.ts'

export interface RuleFileSheetProps {
  readonly layer: RuleFile['layer']
  /** The thread whose folder contains it; null: the folder of new threads. */
  readonly thread: ThreadId | null
  readonly onClose: () => void
}

/** The text of one rules file, to see its problems. It must be edited on disk. */
export function RuleFileSheet({ layer, thread, onClose }: RuleFileSheetProps) {
  const queries = useQueryClient()
  const file = useQuery({
    queryKey: ['rules', 'text', layer, thread],
    queryFn: () => valueOf(fetchRuleFileText(layer, thread)),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Sheet title={texts.fileLabels[layer]} wide onClose={onClose}>
      {file.error !== null && (
        <p role="alert" className="text-label font-semibold text-stop">
          <Visible text={sentence(file.error.message)} />
        </p>
      )}
      {file.error === null && file.data === undefined && <p className="text-ink-3">{texts.fileLoading}</p>}
      {file.error === null && file.data !== undefined && <RuleFileLines file={file.data} />}
      <p className="text-label text-ink-2">{texts.fileEdited}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>{texts.close}</Button>
        {/* All data about rules: once the file is fixed the banner has to disappear too. */}
        <Button
          kind="quiet"
          disabled={file.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: ['rules'] })}
        >
          {texts.readAgain}
        </Button>
      </div>
    </Sheet>
  )
}
