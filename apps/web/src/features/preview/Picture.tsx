import { useEffect, useRef, useState } from 'react'
import { pictureType } from '../../platform/previews.ts'
import { Page } from '../../ui/Page.tsx'
import { texts } from './texts.ts'

/** A picture. A vector picture is an image too: in an image no script runs, and nothing is loaded. */
export function Picture({ path, bytes }: { path: string; bytes: Uint8Array<ArrayBuffer> }) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<Uint8Array | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([bytes], { type: pictureType(path) }))
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [path, bytes])
  if (broken === bytes) return <Page>{texts.broken}</Page>
  return (
    <div className="flex h-full items-center justify-center overflow-auto bg-ground p-4">
      <img
        ref={image}
        alt={texts.picture(path)}
        className="max-h-full max-w-full object-contain"
        onError={() => setBroken(bytes)}
      />
    </div>
  )
}
