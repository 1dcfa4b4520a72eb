import { ApprovalCard } from '../platform/cards/ApprovalCard.tsx'
import type { CardActions } from '../platform/cards/card-actions.ts'
import type { CardView } from '../platform/cards/card-view.ts'

export const idle: CardActions = {
  answer: () => {},
  takeBack: () => {},
  keepWaiting: () => {},
  leave: () => {},
  move: () => {},
}

/** Cards, each with its name above. */
export function CardsPage({ cards }: { cards: readonly (readonly [string, CardView])[] }) {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      {cards.map(([name, view]) => (
        <section key={name} aria-label={name} className="flex min-w-0 flex-col gap-2">
          <h2 className="text-label text-ink-3">{name}</h2>
          <ApprovalCard view={view} actions={idle} />
        </section>
      ))}
    </div>
  )
}
