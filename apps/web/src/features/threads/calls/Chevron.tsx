import { ChevronDown, ChevronRight } from 'lucide-react'

/** Shows that a line unfolds. The line itself says whether it is open. */
export function Chevron({ open }: { open: boolean }) {
  const Icon = open ? ChevronDown : ChevronRight
  return <Icon size={14} aria-hidden="true" className="shrink-0 self-center text-ink-3" />
}
