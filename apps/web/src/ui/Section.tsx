import { useId } from 'react'
import type { ReactNode } from 'react'

/** The title of a page, with a line below that explains its purpose. */
export function PageTitle({ title, hint }: { title: string; hint?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h1 className="text-page font-semibold">{title}</h1>
      {hint !== undefined && <p className="max-w-[65ch] text-ink-2">{hint}</p>}
    </div>
  )
}

/** A section of a page with its own heading; actions on all of it are on the right. */
export function Section(props: { title: string; hint?: ReactNode; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-title font-semibold">
          {props.title}
        </h2>
        {props.action !== undefined && (
          <div className="ms-auto flex flex-wrap items-center gap-2">{props.action}</div>
        )}
      </div>
      {props.hint !== undefined && <p className="max-w-[65ch] text-label text-ink-2">{props.hint}</p>}
      {props.children}
    </section>
  )
}

/** A box for one thing to try or to read. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="@container flex flex-col gap-3 rounded-card border border-line bg-panel p-4">
      {children}
    </div>
  )
}

export const fieldClass =
  'min-h-control max-w-full min-w-0 rounded-control border border-line-strong bg-panel px-2 text-field placeholder:text-ink-3'
