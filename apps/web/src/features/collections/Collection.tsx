import { collectionRoutes, type CollectionView } from '@countersign/protocol'
import { Link2, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useClock } from '../../data/context.ts'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ago } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { DocumentList } from './DocumentList.tsx'
import { DROP_LIMIT, droppedFiles, type DroppedFile } from './dropped-files.ts'
import type { Opened } from './DocumentText.tsx'
import { LinkForm } from './LinkForm.tsx'
import { MeaningPart } from './MeaningPart.tsx'
import { SearchPart } from './SearchPart.tsx'
import { texts } from './texts.ts'
import { addFile } from './use-collections.ts'

interface CollectionProps {
  readonly collection: CollectionView
  readonly onOpen: (opened: Opened) => void
}

/** One collection: its documents, those in progress, and a search like the agent's. Files can be dropped on it. */
export function Collection({ collection, onOpen }: CollectionProps) {
  const { id } = collection
  const [said, setSaid] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const add = async (files: readonly DroppedFile[] | undefined): Promise<void> => {
    if (files === undefined) return setSaid(texts.dropMany(DROP_LIMIT))
    for (const [index, file] of files.entries()) {
      setSaid(texts.adding(file.name, index + 1, files.length))
      const answer = await addFile(id, file)
      if (!answer.ok) return setSaid(`${file.name}: ${answer.message}`)
    }
    setSaid(null)
  }
  return (
    // Dropping is an alternative to the button, which everyone can press.
    <div
      className={cx(
        'flex min-h-0 flex-1 flex-col',
        over && 'outline-2 -outline-offset-2 outline-accent outline-dashed',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void droppedFiles([...event.dataTransfer.items], [...event.dataTransfer.files]).then(add)
      }}
    >
      <Head
        collection={collection}
        onFiles={(files) => void add(files.map((file) => ({ name: file.name, file })))}
      />
      {said !== null && (
        <p role="status" className="border-b border-line px-4 py-1 text-hint text-ink-2 wrap-anywhere">
          {said}
        </p>
      )}
      <Counts collection={collection} />
      {collection.passages > 0 && <MeaningPart collection={collection} />}
      <div
        className="min-h-0 flex-1 overflow-auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={collection.name}
      >
        <DocumentList
          collection={id}
          onOpen={(document) => onOpen({ collection: id, document, passage: null })}
        />
        <SearchPart collection={id} onOpen={onOpen} />
      </div>
    </div>
  )
}

function Head({
  collection,
  onFiles,
}: {
  collection: CollectionView
  onFiles: (files: readonly File[]) => void
}) {
  const clock = useClock()
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<'link' | 'delete' | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="min-w-0 truncate text-title font-semibold">
          <Visible text={collection.name} />
        </h2>
        <span className="text-hint text-ink-3">
          {texts.facts(collection.languages, ago(collection.changed_at, clock.now()))}
        </span>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button aria-expanded={shown === 'link'} onClick={() => setShown(shown === 'link' ? null : 'link')}>
            <Link2 size={15} aria-hidden="true" />
            {texts.linkFolder}
          </Button>
          <Button onClick={() => input.current?.click()}>
            <Upload size={15} aria-hidden="true" />
            {texts.addFiles}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            className="hidden"
            aria-label={texts.addFiles}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Button kind="quiet" size="icon" aria-label={texts.delete} onClick={() => setShown('delete')}>
            <Trash2 size={15} aria-hidden="true" />
          </Button>
        </span>
      </div>
      {shown === 'link' && <LinkForm collection={collection.id} onDone={() => setShown(null)} />}
      {shown === 'delete' && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 border-b border-line bg-stop-bg px-4 py-2"
        >
          <span className="min-w-0 flex-1">{texts.deleteSure(collection.name)}</span>
          <Button
            kind="refuse"
            onClick={() => void call(collectionRoutes.remove, { params: { id: collection.id } })}
          >
            {texts.deleteWord}
          </Button>
          <Button kind="quiet" onClick={() => setShown(null)}>
            {texts.cancel}
          </Button>
        </div>
      )}
    </>
  )
}

/** Progress in numbers. */
function Counts({ collection: { documents, passages } }: { collection: CollectionView }) {
  const { ready, failed, skipped, queued, reading, indexing, gone } = documents
  const working = queued + reading + indexing
  const total = ready + failed + skipped + working + gone
  if (total === 0) return <p className="border-b border-line px-4 py-2 text-ink-3">{texts.drop}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-label">
      <span className="font-semibold">{texts.documents(total)}</span>
      <span>{texts.counted.ready(ready)}</span>
      {working > 0 && <span className="text-accent">{texts.counted.working(working)}</span>}
      {failed > 0 && <span className="text-stop">{texts.counted.failed(failed)}</span>}
      {skipped > 0 && <span className="text-ink-2">{texts.counted.skipped(skipped)}</span>}
      <span className="ms-auto flex items-center gap-3 text-hint text-ink-2">
        {working > 0 && (
          <progress
            aria-label={texts.progress}
            className="h-1.5 w-24 accent-accent"
            value={total - working}
            max={total}
          />
        )}
        {texts.passages(passages)}
      </span>
    </p>
  )
}
