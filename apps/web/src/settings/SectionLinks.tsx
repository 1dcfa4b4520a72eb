import { Link } from 'wouter'
import { cx } from '../ui/cx.ts'
import { texts } from './texts.ts'

export type Section = keyof typeof texts.sections

/** Links to all sections and to the audit. */
export function SectionLinks({ open }: { open: Section | null }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {Object.entries(texts.sections).map(([id, name]) => (
        <li key={id}>
          <SectionLink href={`/settings/${id}`} name={name} current={id === open} />
        </li>
      ))}
      <li>
        <SectionLink href="/audit" name={texts.audit} current={false} />
      </li>
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
