import { texts } from './texts.ts'

/** A loading page: lines in place of its text. Nothing moves, and nothing looks like a card. */
export function PageSkeleton() {
  return (
    <div role="status" data-page-skeleton="" className="h-full bg-panel">
      <span className="sr-only">{texts.loading}</span>
      <div aria-hidden="true" className="mx-auto flex w-full max-w-[46rem] flex-col gap-5 px-4 pt-16">
        {LINES.map((width, index) => (
          <span key={index} className={`h-4 rounded-mark bg-ground ${width}`} />
        ))}
      </div>
    </div>
  )
}

const LINES = ['w-1/3', 'w-full', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/2'] as const
