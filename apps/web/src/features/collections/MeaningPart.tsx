import { collectionRoutes, type CollectionView, type EmbeddingPriceView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** Whether an embedding model is used in addition to words, its progress, and a way to choose one. */
export function MeaningPart({ collection }: { collection: CollectionView }) {
  const [choosing, setChoosing] = useState(false)
  const { id, models, passages } = collection
  const useWords = () => void call(collectionRoutes.choose, { params: { id }, body: { model: null } })
  return (
    <section aria-label={texts.meaning.label} className="border-b border-line px-4 py-1.5 text-label">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-ink-2">
          {models.length === 0 && texts.meaning.words}
          {models.map(({ model, serving, passages: done }) => (
            <span key={model} className="me-3 wrap-anywhere">
              <Visible
                text={
                  serving
                    ? texts.meaning.serves(model, done, passages)
                    : texts.meaning.fills(model, done, passages)
                }
              />
            </span>
          ))}
        </span>
        {models.length > 0 && (
          <Button kind="quiet" size="small" onClick={useWords}>
            {texts.meaning.wordsAlone}
          </Button>
        )}
        <Button kind="quiet" size="small" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          {texts.meaning.choose}
        </Button>
      </div>
      {models.map(({ model, problem }) =>
        problem === null ? null : (
          <p key={model} className="text-hint text-stop wrap-anywhere">
            <Visible text={texts.meaning.problem(model, problem)} />
          </p>
        ),
      )}
      {choosing && <ChooseModel collection={id} onDone={() => setChoosing(false)} />}
    </section>
  )
}

/** A model is named, its price is shown, and only then it is used. */
function ChooseModel({ collection: id, onDone }: { collection: string; onDone: () => void }) {
  const [model, setModel] = useState('')
  const [price, setPrice] = useState<EmbeddingPriceView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const known = useQuery({
    queryKey: ['collections', 'embedders'],
    queryFn: async () => (await valueOf(call(collectionRoutes.embedders, {}))).models,
    retry: false,
  })
  const ask = async (): Promise<void> => {
    const answer = await call(collectionRoutes.price, { params: { id }, query: { model: model.trim() } })
    setPrice(answer.ok ? answer.value : null)
    setProblem(answer.ok ? null : answer.message)
  }
  const choose = async (): Promise<void> => {
    const answer = await call(collectionRoutes.choose, { params: { id }, body: { model: model.trim() } })
    if (answer.ok) onDone()
    else setProblem(answer.message)
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void (price === null ? ask() : choose())
      }}
    >
      <label className="flex min-w-0 flex-1 flex-col gap-0.5 text-hint text-ink-2">
        {texts.meaning.model}
        <input
          className={`${fieldClass} w-full font-mono`}
          list={`${id}-models`}
          value={model}
          placeholder={texts.meaning.example}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => {
            setModel(event.target.value)
            setPrice(null)
            setProblem(null)
          }}
        />
        <datalist id={`${id}-models`}>
          {known.data?.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      </label>
      <Button type="submit" kind="primary" disabled={model.trim() === ''}>
        {price === null ? texts.meaning.seePrice : texts.meaning.use}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {texts.cancel}
      </Button>
      <p role="status" className="w-full text-hint text-ink-2">
        {price === null ? texts.meaning.hint : texts.meaning.price(price)}
      </p>
      {problem !== null && (
        <p role="alert" className="w-full text-stop wrap-anywhere">
          {problem}
        </p>
      )}
    </form>
  )
}
