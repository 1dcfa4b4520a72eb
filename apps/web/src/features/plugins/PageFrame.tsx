import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { HostedPlugin } from './host.ts'
import { pageHost } from './page-host.ts'
import { texts } from './texts.ts'

/** A pane that the plugin itself draws. Our text is above it, with a shield that a person presses to type in it. */
export function PageFrame({ hosted: { plugin, entered } }: { hosted: HostedPlugin }) {
  const place = useRef<HTMLDivElement>(null)
  const { id, name } = plugin
  useEffect(() => {
    if (place.current === null) return undefined
    return pageHost().show(id, place.current)
  }, [id])
  const enter = (): void => pageHost().enter(id)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="flex flex-wrap items-center gap-3 border-b border-line bg-ground px-3 py-1.5 text-label text-ink-2">
        <span className="min-w-0 flex-1">{texts.strip(name)}</span>
        {entered ? (
          <span>{texts.entered}</span>
        ) : (
          <Button size="small" onClick={(event) => event.nativeEvent.isTrusted && enter()}>
            {texts.enter}
          </Button>
        )}
      </p>
      <div className="relative min-h-0 flex-1">
        <div ref={place} className="absolute inset-0 [&>iframe]:size-full [&>iframe]:border-0" />
        {!entered && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={texts.shield(name)}
            className="absolute inset-0 cursor-pointer border-0 bg-transparent"
            onClick={(event) => event.nativeEvent.isTrusted && enter()}
          />
        )}
      </div>
    </div>
  )
}
