import type { AttachmentView } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { Visible } from '../../ui/Visible.tsx'
import { fetchSound } from './api.ts'
import { texts } from './texts.ts'

/** A sound with its text. It is loaded when it is shown, and plays only when pressed. */
export function Player({ sound, text }: { sound: Pick<AttachmentView, 'id' | 'name'>; text: string }) {
  const [address, setAddress] = useState<string | null>()
  const { id } = sound
  useEffect(() => {
    let made: string | undefined
    let left = false
    void fetchSound(id).then((bytes) => {
      if (left) return
      made = bytes === null ? undefined : URL.createObjectURL(bytes)
      setAddress(made ?? null)
    })
    return () => {
      left = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [id])
  if (address === null) return <p className="text-label text-ink-3">{texts.soundGone}</p>
  return (
    <figure className="flex max-w-[34rem] flex-col gap-2">
      {/* Its text is below it. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        controls
        preload="metadata"
        src={address}
        aria-label={texts.play(sound.name)}
        className="w-full"
      />
      {text !== '' && (
        <figcaption className="max-h-40 overflow-y-auto border-s-2 border-line ps-2 text-label whitespace-pre-wrap text-ink-2">
          <Visible text={text} />
        </figcaption>
      )}
    </figure>
  )
}
