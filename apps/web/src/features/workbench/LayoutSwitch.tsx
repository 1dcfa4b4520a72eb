import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'
import { texts } from '../../workbench/texts.ts'

/** The same chat alone, or with files and editor beside it. */
export function LayoutSwitch({ path }: { path: string }) {
  const [, place, thread] = /^\/(t|w)\/([\w-]+)$/.exec(path) ?? []
  if (place === undefined || thread === undefined) return null
  return (
    <nav
      aria-label={texts.layouts}
      className="ms-2 flex overflow-clip rounded-control border border-line-strong"
    >
      <Choice to={`/t/${thread}`} label={texts.chat} hint={texts.toChat} chosen={place === 't'} />
      <Choice to={`/w/${thread}`} label={texts.write} hint={texts.toWrite} chosen={place === 'w'} />
    </nav>
  )
}

function Choice(props: { to: string; label: string; hint: string; chosen: boolean }) {
  return (
    <Link
      href={props.to}
      title={props.hint}
      aria-current={props.chosen ? 'page' : undefined}
      className={cx(
        'flex min-h-6 items-center px-3 text-label no-underline',
        props.chosen ? 'bg-accent font-semibold text-on-accent' : 'text-ink hover:bg-panel',
      )}
    >
      {props.label}
    </Link>
  )
}
