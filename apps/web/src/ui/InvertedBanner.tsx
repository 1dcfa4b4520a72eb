import type { ReactNode } from 'react'

/** A banner in inverted colours, because amber is reserved for waiting calls. */
export function InvertedBanner({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={label}
      className="flex flex-wrap items-center gap-2 rounded-card bg-ink px-4 py-2 text-label font-semibold text-ground"
    >
      {children}
    </div>
  )
}
