import { Link } from 'wouter'
import { useView } from '../../data/context.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { cx } from '../../ui/cx.ts'
import { listedIn, useRoute } from '../routes.ts'
import type { Listed } from '../routes.ts'

/** The destinations of a phone, near the thumb. A page may replace it with its own footer. */
export function BottomBar({ path }: { path: string }) {
  const places = listedIn(useFeatures(), 'foot')
  const route = useRoute(path)?.route
  const shown = useView((view) => route?.foot?.(view) ?? true)
  const under = useView((view) => route?.under?.(view) ?? null)
  if (!shown) return null
  return (
    <nav className="flex shrink-0 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)]">
      {places.map((place) => (
        <Place
          key={place.route.path}
          place={place}
          here={place.route.path === path || place.route.path === under}
        />
      ))}
    </nav>
  )
}

function Place({ place: { route, nav }, here }: { place: Listed; here: boolean }) {
  const many = useView((view) => nav.count?.(view) ?? 0)
  return (
    <Link
      href={route.path}
      data-coach={nav.hint}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 text-hint no-underline',
        here ? 'font-semibold text-ink' : 'text-ink-3',
        many > 0 && 'text-wait',
      )}
    >
      <nav.icon size={20} aria-hidden="true" />
      {many > 0 ? (nav.counted?.(many) ?? nav.label) : nav.label}
    </Link>
  )
}
