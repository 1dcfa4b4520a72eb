import { collectionRoutes, QUESTION_LIMIT, type PassageView, type SearchView } from '@countersign/protocol'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import type { Opened } from './DocumentText.tsx'
import { markedPieces } from './marked-pieces.ts'
import { texts } from './texts.ts'

interface SearchProps {
  readonly collection: string
  readonly onOpen: (opened: Opened) => void
}

/** Queries the collection like the agent would, with the same code and the same rules. */
export function SearchPart({ collection, onOpen }: SearchProps) {
  const [question, setQuestion] = useState('')
  const [found, setFound] = useState<SearchView | string | null>(null)
  const search = async (): Promise<void> => {
    const answer = await call(collectionRoutes.search, {
      params: { id: collection },
      query: { query: question.trim() },
    })
    setFound(answer.ok ? answer.value : answer.message)
  }
  return (
    <section aria-label={texts.searchLabel} className="flex flex-col gap-2 px-4 py-3">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (question.trim() !== '') void search()
        }}
      >
        <input
          type="search"
          className={`${fieldClass} flex-1`}
          aria-label={texts.searchLabel}
          placeholder={texts.searchLabel}
          maxLength={QUESTION_LIMIT}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit">{texts.search}</Button>
      </form>
      {found === null && <p className="text-hint text-ink-3">{texts.searchHint}</p>}
      {typeof found === 'string' && (
        <p role="alert" className="text-stop">
          {found}
        </p>
      )}
      {found !== null && typeof found !== 'string' && <FoundPassages found={found} onOpen={onOpen} />}
    </section>
  )
}

function FoundPassages({ found, onOpen }: { found: SearchView; onOpen: SearchProps['onOpen'] }) {
  const { passages, near, left, withheld, problem, milliseconds } = found
  return (
    <>
      <p role="status" className="flex flex-wrap gap-x-4 text-hint text-ink-2">
        <span>{texts.exactly(texts.passages(passages.length), milliseconds)}</span>
        <span className="ms-auto">
          <mark className={MARKS.found}>{texts.found}</mark> {texts.foundHint}
        </span>
        <span>
          <mark className={MARKS.taught}>{texts.taught}</mark> {texts.taughtHint}
        </span>
      </p>
      {problem !== null && <p className="text-hint text-stop wrap-anywhere">{texts.byWords(problem)}</p>}
      {passages.length === 0 && <p>{texts.nothing}</p>}
      {near.length > 0 && <p className="text-ink-2">{texts.near(near.join(', '))}</p>}
      {left.length > 0 && <p className="text-hint text-ink-2">{texts.left(left.join(', '))}</p>}
      <ol className="flex flex-col">
        {passages.map((passage, index) => (
          <li key={passage.id} className="border-line not-first:border-t">
            <button
              type="button"
              className="flex w-full gap-3 rounded-control px-2 py-2 text-start hover:bg-ground"
              onClick={() =>
                onOpen({
                  collection: passage.collection_id,
                  document: passage.document_id,
                  passage: passage.id,
                })
              }
            >
              <span className="text-hint text-ink-3">{index + 1}</span>
              <PassageLine passage={passage} />
            </button>
          </li>
        ))}
      </ol>
      {withheld.map(({ document, why }) => (
        <p key={document} className="flex gap-2 border-t border-line pt-2 text-hint text-ink-2 wrap-anywhere">
          <Lock size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          <Visible text={texts.withheld(document, why)} />
        </p>
      ))}
    </>
  )
}

const MARKS = {
  found: 'bg-clear-bg text-ink underline decoration-clear decoration-2 underline-offset-2',
  taught:
    'bg-transparent text-ink underline decoration-accent decoration-dashed decoration-2 underline-offset-2',
} as const

function PassageLine({ passage }: { passage: PassageView }) {
  const { id, document, place, heading, text, marks, also } = passage
  const last = heading.split(' › ').at(-1) ?? ''
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">
          <Visible text={document} />
        </span>
        <span className="text-hint text-ink-3">{[place, last].filter((one) => one !== '').join(' · ')}</span>
        <code className="ms-auto font-mono text-hint text-ink-3">{id}</code>
      </span>
      <span className="whitespace-pre-wrap wrap-anywhere text-label">
        {markedPieces(text, marks).map(({ text: piece, kind }, index) =>
          kind === null ? (
            <Visible key={index} text={piece} />
          ) : (
            <mark key={index} className={cx(MARKS[kind])}>
              {piece}
            </mark>
          ),
        )}
      </span>
      {also.length > 0 && <span className="text-hint text-ink-3">{texts.also(also.join(', '))}</span>}
    </span>
  )
}
