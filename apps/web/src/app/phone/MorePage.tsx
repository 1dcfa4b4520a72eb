import { texts } from '../texts.ts'
import { ConnectionDot } from '../ConnectionDot.tsx'
import { ThemeMenu } from '../ThemeMenu.tsx'
import { SectionLinks } from '../settings/SectionLinks.tsx'
import { texts as settingsTexts } from '../settings/texts.ts'
import { useApp } from '../../data/context.ts'

/** Everything other than waiting cards and threads. */
export function MorePage() {
  const { me } = useApp()
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4">
      <h1 className="sr-only">{texts.more}</h1>
      <nav aria-label={settingsTexts.settings}>
        <SectionLinks open={null} />
      </nav>
      <div className="flex items-center justify-between">
        <span>{texts.theme}</span>
        <ThemeMenu />
      </div>
      <ConnectionDot />
      <p className="text-hint text-ink-3">
        {texts.product} {me.version}
      </p>
    </div>
  )
}
