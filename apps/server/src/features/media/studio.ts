import type { RunContext, ToolOutcome } from '@countersign/agent'
import {
  priceWords,
  type AttachmentView,
  type MediaPrice,
  type MediaView,
  type UserId,
} from '@countersign/protocol'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import type { Host } from '../../platform/host.ts'
import type { Library } from './library.ts'
import type { Made } from './make.ts'
import type { MediaModels } from './models.ts'

/** The dependencies for making pictures and speech. */
export interface Studio {
  readonly host: Pick<Host, 'egress' | 'models' | 'home' | 'sandbox' | 'workspace'>
  readonly library: Library
  readonly models: MediaModels
  readonly checkpoints: Checkpoints
}

type Failed = Extract<ToolOutcome, { ok: false }>

type Spent =
  | { readonly ok: true; readonly made: Extract<Made, { ok: true }>; readonly price: MediaPrice }
  | { readonly ok: false; readonly outcome: Failed }

/**
 * Makes something that costs money. The price is charged to the turn's cost limit and recorded before the request: after a crash it stays
 * charged, and a person settles the call. Afterwards the price is what the service reports.
 */
export async function spend(
  context: RunContext,
  price: MediaPrice,
  make: () => Promise<Made>,
): Promise<Spent> {
  const ahead = 'usd' in price ? price.usd : price.is === 'free' ? 0 : undefined
  if (ahead !== 0 && (await context.spendModel?.(ahead)) === false)
    return failed('budget_exceeded', 'Did not run: it would exceed the cost limit of this turn.')
  if (!(await context.mayAct())) return failed('cancelled', 'Did not run: the turn was stopped.')
  const note = (costUsd: number | undefined) =>
    context.usedModel?.('', {
      inputTokens: 0,
      outputTokens: 0,
      ...(costUsd === undefined ? {} : { costUsd }),
    })
  if (ahead !== 0) await note(ahead)
  const made = await make()
  if (!made.ok) {
    if (made.refused && ahead !== undefined && ahead !== 0) await note(-ahead)
    return failed('provider', made.why)
  }
  if (made.costUsd === null || ahead === 0) return { ok: true, made, price }
  if (ahead !== undefined && made.costUsd !== ahead) await note(made.costUsd - ahead)
  return { ok: true, made, price: { is: 'about', usd: made.costUsd } }
}

function failed(code: string, text: string): { readonly ok: false; readonly outcome: Failed } {
  return { ok: false, outcome: { ok: false, code, text } }
}

interface MadeFiles {
  readonly kind: MediaView['kind']
  readonly files: readonly Buffer[]
  readonly text: string
  readonly model: string | null
  readonly price: MediaPrice
}

/** Stores the result, if it has the right type. */
export async function storeMade(
  { library }: Studio,
  user: UserId,
  { call }: Pick<RunContext, 'call'>,
  { kind, files, text, model, price }: MadeFiles,
): Promise<{ readonly ok: true; readonly media: readonly MediaView[] } | Failed> {
  const media: MediaView[] = []
  for (const [index, bytes] of files.entries()) {
    const name = `${nameFrom(text, kind)}${files.length > 1 ? `-${index + 1}` : ''}`
    const { threadId, id: callId } = call
    const kept = await library.add(user, bytes, {
      name,
      origin: 'made',
      text,
      model,
      price,
      threadId,
      callId,
    })
    if (!kept.ok) return { ok: false, code: kept.code, text: kept.text }
    if (kept.media.kind !== kind)
      return { ok: false, code: 'provider', text: `the service did not send a ${kind}` }
    media.push(kept.media)
  }
  return { ok: true, media }
}

/** A name of a few words for files and lists. */
function nameFrom(text: string, kind: MediaView['kind']): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.slice(0, 6).join('-').slice(0, 60) || kind
}

export function namesOf(paths: readonly string[], files: readonly Buffer[]) {
  return paths.flatMap((path, index) => {
    const bytes = files[index]
    return bytes === undefined ? [] : [{ path, bytes }]
  })
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
}

/** The name of a file for it. */
export function fileName({ name, media_type: type }: Pick<MediaView, 'name' | 'media_type'>): string {
  const ending = ENDINGS[type]
  return ending === undefined || name.endsWith(`.${ending}`) ? name : `${name}.${ending}`
}

function attachmentOf(media: MediaView): AttachmentView {
  const { id, media_type: mime, bytes, width, height, seconds } = media
  return {
    kind: media.kind === 'picture' ? 'image' : 'sound',
    id,
    mime,
    bytes,
    name: fileName(media),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(seconds === undefined ? {} : { seconds }),
  }
}

/** The text for the model and the person. If a file could not be written, the result is still kept. */
export function resultOf(
  media: readonly MediaView[],
  facts: {
    readonly about: string
    readonly written: ToolOutcome
    readonly notes: readonly string[]
    readonly price: MediaPrice
    readonly paths: readonly string[]
  },
): ToolOutcome {
  const { about, written, notes, price, paths } = facts
  const size = media
    .map(({ width, height, seconds }) => sizeText(width, height, seconds))
    .filter((one) => one !== '')
  const lines = [
    `${about}${size.length === 0 ? '' : `, ${size.join(', ')}`}, ${priceText(price)}. ${media.map(({ id }) => id).join(', ')}`,
    ...(paths.length === 0 ? [] : [written.text]),
    ...notes,
  ]
  const shared = {
    text: lines.join('\n'),
    attachments: media.map(attachmentOf),
    ...(written.changed === undefined || written.changed.length === 0 ? {} : { changed: written.changed }),
    summary: priceText(price),
  }
  if (!written.ok) return { ok: false, code: written.code, ...shared }
  return { ok: true, ...shared, value: valueOf(media, paths) }
}

function valueOf(media: readonly MediaView[], paths: readonly string[]): Readonly<Record<string, unknown>> {
  const ids = media.map(({ id }) => id)
  return media[0]?.kind === 'sound'
    ? { sound: ids[0], path: paths[0] ?? null, seconds: media[0].seconds ?? null }
    : { images: ids, paths: [...paths] }
}

function priceText(price: MediaPrice): string {
  return price.is === 'unknown' ? 'price unknown' : priceWords(price)
}

function sizeText(
  width: number | undefined,
  height: number | undefined,
  seconds: number | undefined,
): string {
  if (width !== undefined && height !== undefined) return `${width}×${height}`
  return seconds === undefined ? '' : `${Math.round(seconds * 10) / 10} s`
}
