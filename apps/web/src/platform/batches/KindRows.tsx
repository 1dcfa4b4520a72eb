import type { CallId } from '@countersign/protocol'
import { useState } from 'react'
import type { OpenQuestion } from '../../data/selectors.ts'
import { KindRow } from './KindRow.tsx'
import { toggled } from './use-batch.ts'
import type { Batch } from './use-batch.ts'

export interface KindRowsProps {
  readonly questions: readonly OpenQuestion[]
  readonly batch: Batch
  /** Larger targets for touch screens. */
  readonly tall?: true
}

/** The rows of a batch; each one unfolds separately. */
export function KindRows({ questions, batch, tall }: KindRowsProps) {
  const [open, setOpen] = useState<ReadonlySet<CallId>>(new Set())
  return (
    <ul className="divide-y divide-line">
      {questions.map((question) => (
        <KindRow
          key={question.call.id}
          question={question}
          batch={batch}
          open={open.has(question.call.id)}
          onOpen={() => setOpen(toggled(open, question.call.id))}
          {...(tall === undefined ? {} : { tall })}
        />
      ))}
    </ul>
  )
}
