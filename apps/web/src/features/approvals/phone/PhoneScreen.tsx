import type { ReactNode } from 'react'
import { texts } from './texts.ts'

/** The open card and the rows below it, scrolling above the answers at the bottom of the screen. */
export function PhoneScreen({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      {/* The space around the cards is not part of the scroll box: otherwise sticky elements would be offset by it. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-col gap-3 p-3">
          <h1 className="sr-only">{texts.title}</h1>
          {children}
        </div>
      </div>
      <section
        aria-label={texts.answers}
        className="shrink-0 border-t border-line bg-panel px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        {bar}
      </section>
    </div>
  )
}
