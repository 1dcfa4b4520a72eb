import { mediaRoutes, priceWords } from '@countersign/protocol'
import type { MediaGeneration } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import { call, valueOf } from '../../data/http.ts'
import type { ComposerPartProps, MessageAsk } from '../../platform/composer-part.ts'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

/** Model and price of the requested media, before the message is sent: sending is the signature. */
export function MediaStrip({ text, ask, onAsk }: ComposerPartProps) {
  const media = ask?.media_generation
  // The price of speech grows with its text: steps of a hundred are precise enough.
  const length = Math.ceil(text.length / 100) * 100
  const quoted = useQuery({
    queryKey: ['media-quote', media, length],
    queryFn: () =>
      valueOf(
        call(mediaRoutes.quote, {
          body: { text: text.padEnd(length).slice(0, 100_000), media_generation: media ?? { mode: 'chat' } },
        }),
      ),
    enabled: media !== undefined,
    staleTime: 0,
    placeholderData: (before) => before,
  })
  const quote = quoted.data
  const pin = useEffectEvent((model: string) => {
    if (media !== undefined) onAsk({ media_generation: { ...media, model } })
  })
  // The shown model is sent, whatever the settings say by then.
  const found = quote?.problem === null ? quote.model : null
  useEffect(() => {
    if (found !== null && media?.model === undefined) pin(found)
  }, [found, media?.model])
  if (media === undefined || media.mode === 'chat') return null
  return (
    <div
      role="status"
      data-media-strip=""
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-ground px-3 py-2 text-label"
    >
      <span className="min-w-0 flex-1 basis-48">
        {quote === undefined ? (
          <span className="text-ink-3">{quoted.error?.message ?? texts.quoting}</span>
        ) : quote.problem !== null ? (
          <span className="font-semibold text-stop">
            {quote.problem}.{' '}
            <Link href="/settings/media" className="text-accent underline">
              {texts.settings}
            </Link>
          </span>
        ) : (
          <>
            <span className="wrap-anywhere">{texts.quoteOf(texts.asks[media.mode], quote.model ?? '')}</span>
            {' · '}
            <strong className="font-semibold">{texts.quotePrice(priceWords(quote.price))}</strong>{' '}
            <span className="text-ink-3">{texts.quoteSigns}</span>
          </>
        )}
      </span>
      <span className="flex items-center gap-1">
        {media.mode === 'image' && <Format media={media} onAsk={onAsk} />}
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.backToChat}
          title={texts.backToChat}
          onClick={() => onAsk(null)}
        >
          <X size={14} aria-hidden="true" />
        </Button>
      </span>
    </div>
  )
}

const SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const

function Format({ media, onAsk }: { media: MediaGeneration; onAsk: (ask: MessageAsk) => void }) {
  return (
    <select
      aria-label={texts.sizeLabel}
      value={media.size ?? SIZES[0]}
      onChange={(event) => onAsk({ media_generation: { ...media, size: event.target.value } })}
      className="min-h-control rounded-control border border-line-strong bg-panel px-2 text-label"
    >
      {SIZES.map((size) => (
        <option key={size} value={size}>
          {texts.sizes[size]}
        </option>
      ))}
    </select>
  )
}
