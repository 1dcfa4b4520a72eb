import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { texts } from './texts.ts'

/** Where files may be dropped: the area around the composer with this attribute. */
const ZONE = '[data-takes-files]'

/** Accepts files dropped anywhere on the thread around `inside`, and highlights the area while they are dragged over it. */
export function useDropZone(
  inside: RefObject<HTMLElement | null>,
  add: (files: readonly File[]) => void,
): ReactNode {
  const [over, setOver] = useState<Element | null>(null)
  useEffect(() => {
    const zone = inside.current?.closest<HTMLElement>(ZONE) ?? inside.current
    if (zone === null) return undefined
    const moved = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(zone)
    }
    const left = ({ relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setOver(null)
    }
    const dropped = (event: DragEvent): void => {
      setOver(null)
      if (!carriesFiles(event)) return
      event.preventDefault()
      add([...(event.dataTransfer?.files ?? [])])
    }
    zone.addEventListener('dragover', moved)
    zone.addEventListener('dragleave', left)
    zone.addEventListener('drop', dropped)
    return () => {
      zone.removeEventListener('dragover', moved)
      zone.removeEventListener('dragleave', left)
      zone.removeEventListener('drop', dropped)
    }
  }, [inside, add])
  return over === null ? null : createPortal(<DropZone />, over)
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

function DropZone() {
  return (
    <div
      data-drop-zone=""
      className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-panel/90 font-semibold text-accent"
    >
      {texts.dropHere}
    </div>
  )
}
