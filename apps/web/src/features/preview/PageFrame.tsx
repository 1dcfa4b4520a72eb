import { useMemo } from 'react'
import { harmlessPage } from './harmless-page.ts'
import { texts } from './texts.ts'

/** A page in a frame without an origin, which runs no script, sends no form and opens no window. */
export function PageFrame({ path, html }: { path: string; html: string }) {
  const document = useMemo(() => harmlessPage(html), [html])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="border-b border-line px-3 py-1 text-hint text-ink-3">{texts.pageHint}</p>
      <iframe
        title={texts.page(path)}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={document}
        className="min-h-0 w-full flex-1 border-0 bg-[white]"
      />
    </div>
  )
}
