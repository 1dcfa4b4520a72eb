import type { ReactNode } from 'react'

/** A quiet page with a few words. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 bg-panel p-6 text-center text-ink-2">
      {children}
    </div>
  )
}
