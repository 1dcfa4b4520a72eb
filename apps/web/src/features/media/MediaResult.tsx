import { attachedImage, imageBody, priceWords, readBody, speechBody } from '@countersign/protocol'
import type { AttachmentView, CallView, ImageView, MediaGeneration, MediaPrice } from '@countersign/protocol'
import { RefreshCw, Save } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useApp } from '../../data/context.ts'
import type { ResultProps } from '../../platform/body.ts'
import { Button } from '../../ui/Button.tsx'
import { useImage } from '../../ui/use-image.ts'
import { lazy } from '../../ui/lazy.ts'
import { Player } from './Player.tsx'
import { texts } from './texts.ts'

const Lightbox = lazy(async () => ({ default: (await import('./Lightbox.tsx')).Lightbox }))
const SaveSheet = lazy(async () => ({ default: (await import('./SaveSheet.tsx')).SaveSheet }))

/** The result of a call: pictures that can be enlarged, or a player with its text; below it the maker and the possible actions. */
export function MediaResult({ call }: ResultProps) {
  const attachments = 'attachments' in call ? (call.attachments ?? []) : []
  const images = attachments.flatMap((one) => attachedImage(one) ?? [])
  const sounds = attachments.filter(({ kind }) => kind === 'sound')
  const [open, setOpen] = useState<number | null>(null)
  if (attachments.length === 0) return null
  return (
    <div className="flex flex-col gap-2 pt-1 pb-2" data-media-result="">
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map((image, index) => (
            // The same picture may occur twice.
            <li key={`${index} ${image.id}`} className="max-w-full">
              <Thumbnail image={image} onOpen={() => setOpen(index)} />
            </li>
          ))}
        </ul>
      )}
      {sounds.map((sound, index) => (
        <Player key={`${index} ${sound.id}`} sound={sound} text={spokenText(call)} />
      ))}
      <Below call={call} attachments={attachments} />
      {open !== null && (
        <Suspense>
          <Lightbox images={images} at={open} onGo={setOpen} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

function Thumbnail({ image, onOpen }: { image: ImageView; onOpen: () => void }) {
  const address = useImage(image.id)
  return (
    <button
      type="button"
      className="block max-w-full cursor-zoom-in rounded-control"
      aria-label={texts.open(image.name)}
      onClick={onOpen}
    >
      <img
        src={address}
        alt=""
        width={image.width}
        height={image.height}
        decoding="async"
        className="h-auto max-h-80 w-auto max-w-full rounded-control border border-line bg-white object-contain"
      />
    </button>
  )
}

function spokenText(call: CallView): string {
  return readBody(speechBody, call.body)?.text ?? ''
}

interface Facts {
  readonly model: string | null
  readonly service: string
  readonly price: MediaPrice
  /** The message that makes it again; null: the result would be identical. */
  readonly again: { readonly text: string; readonly media_generation: MediaGeneration } | null
}

function factsOf(call: CallView): Facts | undefined {
  const image = readBody(imageBody, call.body)
  if (image !== undefined) {
    const { model, service, price, prompt, size, quality, count, from } = image
    const media_generation = {
      mode: 'image' as const,
      count,
      ...(model === null ? {} : { model }),
      ...(size === null ? {} : { size }),
      ...(quality === null ? {} : { quality }),
      ...(from.length === 0 ? {} : { from }),
    }
    return { model, service, price, again: prompt === null ? null : { text: prompt, media_generation } }
  }
  const speech = readBody(speechBody, call.body)
  if (speech === undefined) return undefined
  const { model, service, price, text, voice, language } = speech
  const media_generation = {
    mode: 'speech' as const,
    ...(model === null ? {} : { model }),
    ...(voice === null ? {} : { voice }),
    ...(language === null ? {} : { language }),
  }
  return { model, service, price, again: { text, media_generation } }
}

/** The maker and the price; saving it, and making it again as a new call. */
function Below({ call, attachments }: { call: CallView; attachments: readonly AttachmentView[] }) {
  const { client } = useApp()
  const [saving, setSaving] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const facts = factsOf(call)
  if (facts === undefined) return null
  const { model, service, price, again } = facts
  const paid = 'summary' in call ? call.summary : undefined
  const makeAgain = async (): Promise<void> => {
    if (again === null) return
    const reply = await client.say(call.thread_id, again.text, null, [], {
      media_generation: again.media_generation,
    })
    setSaid(reply.ok ? null : texts.notDone(reply.error.message))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-hint text-ink-3">
      <span className="wrap-anywhere">
        {model === null ? service : model} · {paid ?? priceWords(price)}
      </span>
      <span className="-ms-2 flex flex-wrap items-center gap-1">
        <Button kind="quiet" size="small" onClick={() => setSaving(true)}>
          <Save size={14} aria-hidden="true" />
          {texts.save}
        </Button>
        {again !== null && (
          <Button
            kind="quiet"
            size="small"
            title={texts.againHint(priceWords(price))}
            onClick={() => void makeAgain()}
          >
            <RefreshCw size={14} aria-hidden="true" />
            {texts.again} · {priceWords(price)}
          </Button>
        )}
      </span>
      {said !== null && (
        <span role="status" className="font-semibold text-ink-2">
          {said}
        </span>
      )}
      {saving && (
        <Suspense>
          <SaveSheet
            attachments={attachments}
            thread={call.thread_id}
            onClose={(done) => {
              setSaving(false)
              setSaid(done)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
