import { Link } from 'wouter'
import { useFeatures } from '../../platform/features-context.ts'
import { cx } from '../../ui/cx.ts'
import { listedIn } from '../routes.ts'
import { sectionsOf } from './sections.ts'

/** Links to all sections, and to the pages that are listed below them. */
export function SectionLinks({ open }: { open: string | null }) {
  const features = useFeatures()
  return (
    <ul className="flex flex-col gap-0.5">
      {sectionsOf(features).map(({ id, title }) => (
        <li key={id}>
          <SectionLink href={`/settings/${id}`} name={title} current={id === open} />
        </li>
      ))}
      {listedIn(features, 'list').map(({ route, nav }) => (
        <li key={route.path}>
          <SectionLink href={route.path} name={nav.label} current={false} />
        </li>
      ))}
    </ul>
  )
}

function SectionLink({ href, name, current }: { href: string; name: string; current: boolean }) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex min-h-control items-center rounded-control px-2.5 text-ink no-underline',
        current ? 'bg-raised font-semibold' : 'hover:bg-panel',
      )}
    >
      {name}
    </Link>
  )
}
