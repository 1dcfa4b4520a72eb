import type { ReactNode } from 'react'

/** A quiet page with a few words. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 bg-panel p-6 text-center text-ink-2">
      {children}
    </div>
  )
}

/** A page that is read from its top and scrolls, such as a list with a title. */
export function ListPage({ children }: { children: ReactNode }) {
  return (
    <div className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-6 px-4 py-8">{children}</div>
    </div>
  )
}
