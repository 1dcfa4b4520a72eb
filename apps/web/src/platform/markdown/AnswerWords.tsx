import { Suspense } from 'react'
import { useFeatures } from '../features-context.ts'
import { useAnswer } from './answer-context.ts'

/** The text of an answer: words that a feature recognizes are rendered by it, the rest is plain text. */
export function AnswerWords({ text }: { text: string }) {
  const answer = useAnswer()
  const views = useFeatures().flatMap(({ answers }) => answers ?? [])
  if (answer === null) return text
  const view = views.find(({ pattern }) => text.search(pattern) !== -1)
  if (view === undefined) return text
  const { pattern, word: Word } = view
  let at = 0
  const pieces = [...text.matchAll(pattern)].flatMap((found) => {
    const before = text.slice(at, found.index)
    at = found.index + found[0].length
    return [
      before,
      <Suspense key={found.index} fallback={found[0]}>
        <Word word={found[0]} before={text.slice(0, found.index)} />
      </Suspense>,
    ]
  })
  return [...pieces, text.slice(at)]
}

/** Feature content below an answer that contains a recognized word. */
export function BelowAnswer() {
  const answer = useAnswer()
  const views = useFeatures().flatMap(({ answers }) => answers ?? [])
  if (answer === null) return null
  return views
    .filter(({ pattern }) => answer.text.search(pattern) !== -1)
    .map(({ below: Below }, index) => (
      <Suspense key={index} fallback={null}>
        <Below />
      </Suspense>
    ))
}
