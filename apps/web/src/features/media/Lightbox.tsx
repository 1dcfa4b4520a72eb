import { Dialog } from '@base-ui/react/dialog'
import type { ImageView } from '@countersign/protocol'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useImage } from '../../ui/use-image.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

interface LightboxProps {
  readonly images: readonly ImageView[]
  readonly at: number
  readonly onGo: (at: number) => void
  readonly onClose: () => void
}

/** A picture as large as the window allows. Arrow keys move to the others. */
export function Lightbox({ images, at, onGo, onClose }: LightboxProps) {
  const image = images[at]
  if (image === undefined) return null
  const go = (by: number): void => {
    if (images[at + by] !== undefined) onGo(at + by)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-shade" />
        <Dialog.Popup
          data-lightbox=""
          className="fixed inset-2 flex flex-col gap-2 rounded-card border border-line bg-raised p-3 text-ink shadow-float sm:inset-6"
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'ArrowLeft') go(-1)
            if (event.key === 'ArrowRight') go(1)
          }}
        >
          <div className="flex items-center gap-2">
            <Dialog.Title className="min-w-0 flex-1 truncate text-label font-semibold">
              <Visible text={image.name} />{' '}
              <span className="font-normal text-ink-3 tabular-nums">
                {image.width}×{image.height}
              </span>
            </Dialog.Title>
            {images.length > 1 && <Steps at={at} of={images.length} onGo={go} />}
            <DownloadButton image={image} />
            <Button kind="quiet" size="icon" aria-label={texts.close} onClick={onClose}>
              <X size={16} aria-hidden="true" />
            </Button>
          </div>
          <Large key={image.id} image={image} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Large({ image }: { image: ImageView }) {
  const address = useImage(image.id)
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center">
      <img
        src={address}
        alt={image.name}
        width={image.width}
        height={image.height}
        className="h-auto max-h-full w-auto max-w-full rounded-control bg-white object-contain"
      />
    </div>
  )
}

function DownloadButton({ image }: { image: ImageView }) {
  const address = useImage(image.id)
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={texts.download}
      title={texts.download}
      disabled={address === undefined}
      onClick={() => {
        if (address === undefined) return
        const link = document.createElement('a')
        link.href = address
        link.download = image.name
        link.click()
      }}
    >
      <Download size={16} aria-hidden="true" />
    </Button>
  )
}

function Steps({ at, of, onGo }: { at: number; of: number; onGo: (by: number) => void }) {
  return (
    <span className="flex items-center gap-1 text-hint">
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.previous}
        disabled={at === 0}
        onClick={() => onGo(-1)}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <span className="tabular-nums">{texts.at(at + 1, of)}</span>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.next}
        disabled={at === of - 1}
        onClick={() => onGo(1)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </span>
  )
}
