import { ChevronLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useView } from '../../data/context.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { listedIn, useRoute } from '../routes.ts'
import type { Listed } from '../routes.ts'
import { texts } from '../texts.ts'

/** The current place, and one step back. */
export function PhoneHeader({ path }: { path: string }) {
  const features = useFeatures()
  const places = listedIn(features, 'foot')
  const open = useRoute(path)
  const title = useView((view) => open?.route.title(view, open.params, features) ?? texts.product)
  const under = useView((view) => open?.route.under?.(view) ?? null)
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-ground px-3">
      {under !== null && (
        <Link
          href={under}
          aria-label={
            [...places, ...listedIn(features, 'list')].find(({ route }) => route.path === under)?.nav.label
          }
          className="-ms-2 flex size-11 items-center justify-center text-ink"
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </Link>
      )}
      <span className="min-w-0 flex-1 truncate text-title font-semibold">{title}</span>
      {open?.route.showsCounts === true &&
        places.map((place) => <Counted key={place.route.path} place={place} />)}
    </header>
  )
}

/** A link to a place while something waits there. */
function Counted({ place: { route, nav } }: { place: Listed }) {
  const many = useView((view) => nav.count?.(view) ?? 0)
  if (many === 0) return null
  return (
    <Link
      href={route.path}
      className="flex min-h-11 items-center rounded-control px-2 text-label font-semibold text-wait no-underline"
    >
      {nav.counted?.(many) ?? nav.label}
    </Link>
  )
}
