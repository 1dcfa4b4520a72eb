import { ChevronDown, ChevronRight } from 'lucide-react'

/** Shows that a line can be unfolded. The line itself has the state. */
export function Chevron({ open }: { open: boolean }) {
  const Icon = open ? ChevronDown : ChevronRight
  return <Icon size={14} aria-hidden="true" className="shrink-0 self-center text-ink-3" />
}
