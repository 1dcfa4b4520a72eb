import { useState } from 'react'
import { Collections } from './Collections.tsx'
import { DocumentText, type Opened } from './DocumentText.tsx'
import { texts } from './texts.ts'

/** The page of all collections: one of them, and beside it a document that is read. */
export function CollectionsPage() {
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <div className="flex h-full min-h-0 flex-col bg-panel lg:flex-row">
      <div className={opened === null ? 'min-h-0 flex-1' : 'hidden min-h-0 flex-1 lg:block'}>
        <Collections onOpen={setOpened} />
      </div>
      {opened !== null && (
        <aside aria-label={texts.document} className="min-h-0 flex-1 border-line lg:max-w-[44rem] lg:border-s">
          <DocumentText opened={opened} onClose={() => setOpened(null)} />
        </aside>
      )}
    </div>
  )
}
