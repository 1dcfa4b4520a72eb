import { useState } from 'react'
import { Collections } from './Collections.tsx'
import { DocumentText, type Opened } from './DocumentText.tsx'
import { cx } from '../../ui/cx.ts'
import { texts } from './texts.ts'

/** The page of all collections: one of them, and next to it an open document. */
export function CollectionsPage() {
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <div className="@container h-full bg-panel">
      <h1 className="sr-only">{texts.title}</h1>
      <div className="flex h-full min-h-0">
        <div className={cx('min-h-0 min-w-0 flex-1', opened !== null && 'hidden @4xl:block')}>
          <Collections onOpen={setOpened} />
        </div>
        {opened !== null && (
          <aside
            aria-label={texts.document}
            className="min-h-0 min-w-0 flex-1 border-line @4xl:max-w-[40rem] @4xl:border-s"
          >
            <DocumentText
              key={`${opened.document} ${opened.passage ?? ''}`}
              opened={opened}
              onClose={() => setOpened(null)}
            />
          </aside>
        )}
      </div>
    </div>
  )
}
