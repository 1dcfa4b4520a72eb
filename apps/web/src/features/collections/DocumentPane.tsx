import type { PaneProps } from '../../platform/feature.ts'
import { DocumentText } from './DocumentText.tsx'
import { texts } from './texts.ts'

/** A document as extracted, at the cited place. */
export function DocumentPane({ params: { collection, document, passage = '' } }: PaneProps) {
  if (collection === undefined || document === undefined)
    return <p className="p-4 text-ink-3">{texts.noDocument}</p>
  return (
    <DocumentText
      key={`${document} ${passage}`}
      opened={{ collection, document, passage: passage === '' ? null : passage }}
    />
  )
}
