import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { MediaPrice } from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'
import { imageCost, imagePrice, speechPrice } from '../../providers/media-prices.ts'
import { patienceFor, patientFetch } from '../../providers/patient-fetch.ts'
import { messageOf, saysWhy } from '../../providers/provider-words.ts'
import type { Fetch } from '../../providers/services.ts'
import type { Source } from '../../providers/sources.ts'
import type { Maker } from './models.ts'
import { ownOrigin } from './own-origin.ts'
import { speak, type Spoken } from './voices.ts'

/** A complete request for a picture. */
export interface ImageOrder {
  readonly prompt: string
  readonly size: string
  readonly quality: 'low' | 'medium' | 'high'
  readonly count: number
  readonly from: readonly { readonly bytes: Buffer; readonly mediaType: string }[]
}

export interface SpeechOrder extends Spoken {
  readonly format: 'mp3' | 'wav'
}

/** The result. `costUsd`: the usage that the service reports; null: it reports none, or its price is unknown. */
export type Made =
  | {
      readonly ok: true
      readonly files: readonly Buffer[]
      readonly costUsd: number | null
      readonly notes: readonly string[]
    }
  /** `refused`: the service refused, so nothing is charged. Otherwise it may be. */
  | { readonly ok: false; readonly why: string; readonly refused: boolean }

const NO_VOICE: Made = { ok: false, why: 'a voice cannot make pictures', refused: true }

function failed(source: Source, cause: unknown): Made {
  return { ok: false, why: whyNot(source, cause), refused: statusOf(cause) !== undefined }
}

type Line = Pick<Host, 'egress' | 'models' | 'home'>

export function priceOfImage(
  maker: Maker,
  order: Omit<ImageOrder, 'from'> & { readonly from: number },
): MediaPrice {
  return maker.kind === 'voice' ? { is: 'free' } : imagePrice(maker.source, maker.model, order)
}

export function priceOfSpeech(maker: Maker, text: string): MediaPrice {
  return maker.kind === 'voice' ? { is: 'free' } : speechPrice(maker.source, maker.model, text)
}

/** Sends one request and never repeats it: it may have been charged. */
export async function makeImages(
  host: Line,
  maker: Maker,
  order: ImageOrder,
  signal: AbortSignal,
): Promise<Made> {
  if (maker.kind === 'voice') return NO_VOICE
  const { source, model: name } = maker
  const model = source.openMedia('image', name, await lineTo(host))
  if (model === undefined) return { ok: false, why: `${source.name} cannot make pictures`, refused: true }
  const { prompt, size, quality, from } = order
  const files = from.map(({ bytes, mediaType }) => ({
    type: 'file' as const,
    mediaType,
    data: new Uint8Array(bytes),
  }))
  const most = typeof model.maxImagesPerCall === 'number' ? model.maxImagesPerCall : 1
  const made: Buffer[] = []
  const notes = new Set<string>()
  let used: { input: number; output: number } | undefined
  try {
    for (let left = order.count; left > 0; left -= most) {
      const isGoogle = source.id === 'google'
      const result = await model.doGenerate({
        prompt,
        n: Math.min(left, most),
        size: isGoogle ? undefined : sizeFor(size),
        aspectRatio: isGoogle ? ratioOf(size) : undefined,
        seed: undefined,
        files: files.length === 0 ? undefined : files,
        mask: undefined,
        providerOptions: optionsFor(source, name, quality),
        abortSignal: signal,
      })
      made.push(...result.images.map((image) => bytesOf(image)))
      for (const warning of result.warnings) notes.add('details' in warning ? (warning.details ?? '') : '')
      const { inputTokens, outputTokens } = result.usage ?? {}
      if (outputTokens !== undefined)
        used = { input: (used?.input ?? 0) + (inputTokens ?? 0), output: (used?.output ?? 0) + outputTokens }
    }
  } catch (cause) {
    // Pictures that arrived are paid for, so they are kept.
    if (made.length === 0) return failed(source, cause)
    notes.add(`Only ${made.length} of ${order.count} arrived: ${whyNot(source, cause)}`)
  }
  if (made.length === 0) return { ok: false, why: `${source.name} sent no picture`, refused: false }
  const costUsd = used === undefined ? (source.kind === 'local' ? 0 : null) : imageCost(source, name, used)
  return { ok: true, files: made, costUsd, notes: [...notes].filter((note) => note !== '') }
}

export async function makeSpeech(
  host: Line,
  maker: Maker,
  order: SpeechOrder,
  signal: AbortSignal,
): Promise<Made> {
  if (maker.kind === 'voice')
    try {
      const wav = await speak(maker.voice, order, { signal, home: host.home })
      return { ok: true, files: [wav], costUsd: 0, notes: [] }
    } catch (cause) {
      return { ok: false, why: `\`${maker.voice.id}\` could not speak: ${messageOf(cause)}`, refused: true }
    }
  const { source, model: name } = maker
  const model = source.openMedia('speech', name, await lineTo(host))
  if (model === undefined) return { ok: false, why: `${source.name} cannot make speech`, refused: true }
  try {
    const { text, voice, language, format } = order
    const result = await model.doGenerate({
      text,
      outputFormat: format,
      abortSignal: signal,
      ...(voice === undefined ? {} : { voice }),
      ...(language === undefined ? {} : { language }),
    })
    const notes = result.warnings.flatMap((warning) => ('details' in warning ? (warning.details ?? []) : []))
    const costUsd = source.kind === 'local' ? 0 : null
    return { ok: true, files: [bytesOf(result.audio)], costUsd, notes }
  } catch (cause) {
    return failed(source, cause)
  }
}

/** The transcript of a recording. It is sent to the service and not stored here. */
export async function transcribe(
  host: Line,
  maker: Maker,
  recording: { readonly bytes: Buffer; readonly mediaType: string; readonly language?: string | undefined },
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }> {
  if (maker.kind === 'voice') return { ok: false, why: 'a voice cannot transcribe' }
  const { source, model: name } = maker
  const model = source.openMedia('transcription', name, await lineTo(host))
  if (model === undefined) return { ok: false, why: `${source.name} cannot make transcripts` }
  try {
    const { bytes, mediaType, language } = recording
    const options = language === undefined ? {} : { providerOptions: languageFor(source, language) }
    const { text } = await model.doGenerate({
      audio: new Uint8Array(bytes),
      mediaType,
      abortSignal: signal,
      ...options,
    })
    return { ok: true, text }
  } catch (cause) {
    return { ok: false, why: whyNot(source, cause) }
  }
}

/** Through the egress, with the timeouts for models; only the service decides the address. */
async function lineTo({ egress, models }: Line): Promise<Fetch> {
  const now = await models.limits.values()
  return ownOrigin(patientFetch(egress.fetch, (url) => patienceFor(url, { ...now, model_start: SLOWEST })))
}

/** Seconds: a picture takes longer to begin than an answer. */
const SLOWEST = 180

function sizeFor(size: string): `${number}x${number}` {
  return size as `${number}x${number}` // the tool's schema says so
}

/** The closest format that Google's models support. */
function ratioOf(size: string): `${number}:${number}` {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const wanted = width / height
  const known = ['1:1', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'] as const
  const distance = (ratio: string) => {
    const [wide = 1, high = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(wide / high / wanted))
  }
  return known.reduce((best, one) => (distance(one) < distance(best) ? one : best), known[0])
}

/** A service gets the options that it understands, and its price is computed from the same. */
function optionsFor(
  { id, kind }: Source,
  model: string,
  quality: ImageOrder['quality'],
): SharedV4ProviderOptions {
  if (id === 'openai' && model.startsWith('gpt-image')) return { openai: { quality } }
  if (id === 'bedrock') return { bedrock: { quality: quality === 'high' ? 'premium' : 'standard' } }
  // Without it some servers answer with a URL.
  return kind === 'service' ? {} : { [id]: { response_format: 'b64_json' } }
}

function languageFor({ id, kind }: Source, language: string): SharedV4ProviderOptions {
  const [code = language] = language.toLowerCase().split('-')
  return kind === 'service' ? { [id]: { language: code } } : { openai: { language: code } }
}

function bytesOf(audio: string | Uint8Array): Buffer {
  return typeof audio === 'string' ? Buffer.from(audio, 'base64') : Buffer.from(audio)
}

/** A service that answers with an error has made nothing, and charges nothing. Without an answer that is unknown. */
function statusOf(cause: unknown): number | undefined {
  const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : undefined
}

function whyNot(source: Source, cause: unknown): string {
  const said = saysWhy(source.name, cause, statusOf(cause))
  return source.secret === undefined ? said : said.replaceAll(source.secret, '••••')
}
