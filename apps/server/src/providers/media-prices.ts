import { calcPrice } from '@pydantic/genai-prices'
import type { MediaPrice, Quality } from '@countersign/protocol'
import type { z } from 'zod'
import { isSameVersion, pricedProvider } from './prices.ts'
import type { Source } from './sources.ts'

/** The properties of a picture that affect its price. */
export interface PricedImage {
  readonly prompt: string
  readonly size: string
  readonly quality: z.infer<typeof Quality>
  readonly count: number
  /** How many input pictures there are. */
  readonly from: number
}

/** Tokens of one picture by shape (square, upright, wide), as OpenAI publishes them. */
const GPT_IMAGE = {
  low: { square: 272, upright: 408, wide: 400 },
  medium: { square: 1056, upright: 1584, wide: 1568 },
  high: { square: 4160, upright: 6240, wide: 6208 },
} as const

/** Tokens of one picture of these models, whatever its shape, as their makers publish them. The first match applies. */
const FIXED: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^gemini-2\.5-flash-image/, 1290],
  [/^gemini-3(?:\.1)?-(?:pro|flash)-image/, 1120],
]

/** Characters per token, and tokens per input picture. */
const TOKEN = 4
const PICTURE_IN = 800

/** The price in advance; `unknown` if the data does not have it. */
export function imagePrice(source: Source, model: string, image: PricedImage): MediaPrice {
  if (source.kind === 'local') return { is: 'free' }
  const each = imageTokens(model, image)
  if (each === undefined) return { is: 'unknown' }
  const input = Math.ceil(image.prompt.length / TOKEN) + image.from * PICTURE_IN
  return about(costOf(source, model, { input, image: each * image.count }))
}

/** The cost according to the service's report. Null: it reports nothing, or the price is unknown. */
export function imageCost(
  source: Source,
  model: string,
  used: { readonly input: number; readonly output: number },
): number | null {
  if (source.kind === 'local') return 0
  return costOf(source, model, { input: used.input, image: used.output })
}

function imageTokens(model: string, { size, quality }: PricedImage): number | undefined {
  const fixed = FIXED.find(([name]) => name.test(model))
  if (fixed !== undefined) return fixed[1]
  if (!/^gpt-image-1(?:\.5|-mini)?$/.test(model)) return undefined
  const [width = 0, height = 0] = size.split('x').map(Number)
  return GPT_IMAGE[quality][width === height ? 'square' : width < height ? 'upright' : 'wide']
}

/** Characters per second of the slowest voice, and tokens per second of sound. */
const SLOWEST = 9
const SOUND_TOKENS = 25

/** An upper bound, because the length of the speech is not known in advance. */
export function speechPrice(source: Source, model: string, text: string): MediaPrice {
  if (source.kind === 'local') return { is: 'free' }
  const input = Math.ceil(text.length / TOKEN)
  const sound = Math.ceil((text.length / SLOWEST) * SOUND_TOKENS)
  const usd = costOf(source, model, { input, sound })
  return usd === null ? { is: 'unknown' } : { is: 'at_most', usd }
}

function about(usd: number | null): MediaPrice {
  return usd === null ? { is: 'unknown' } : { is: 'about', usd }
}

/** US dollars. Prices per hour or per picture cannot be computed from the data: null, never zero. */
function costOf(
  source: Source,
  model: string,
  {
    input,
    image = 0,
    sound = 0,
  }: { readonly input: number; readonly image?: number; readonly sound?: number },
): number | null {
  const provider = pricedProvider(
    source.kind === 'service' ? { service: source.id } : { address: source.baseUrl ?? '' },
  )
  if (provider === undefined) return null
  const found = calcPrice({ input_tokens: 0, output_tokens: 0 }, model, { provider })
  if (found === null || found.model_price['output_mtok'] === undefined) return null
  if (!isSameVersion(model, found.model.id)) return null
  const ofImages = found.model_price['output_image_mtok'] === undefined ? {} : { output_image_tokens: image }
  const ofSound = found.model_price['output_audio_mtok'] === undefined ? {} : { output_audio_tokens: sound }
  const usage = { input_tokens: input, output_tokens: image + sound, ...ofImages, ...ofSound }
  const usd = calcPrice(usage, model, { provider })?.total_price ?? null
  return usd === null || usd <= 0 ? null : usd
}
