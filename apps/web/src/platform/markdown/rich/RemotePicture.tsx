import { ImageIcon } from 'lucide-react'
import { Visible } from '../../../ui/Visible.tsx'
import { texts } from '../texts.ts'

/** An image that an answer references by URL. It is never fetched; a link opens it outside and shows its target. */
export function RemotePicture({ href, name }: { href: string | null; name: string }) {
  if (href === null) return <span className="text-ink-3">[{name}]</span>
  const host = URL.canParse(href) ? new URL(href).host : href
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.showPicture(name, host)}
      className="inline-flex items-center gap-1"
    >
      <ImageIcon size={14} aria-hidden="true" />
      <Visible text={name} />
      <span className="text-hint text-ink-3">{host}</span>
    </a>
  )
}
