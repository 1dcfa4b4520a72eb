import {
  MEDIA_MODELS,
  MediaChoice,
  type MediaModel,
  type MediaModels as MediaModelsView,
  type UserId,
} from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'
import { readSetting, setting } from '../../platform/setting.ts'
import type { MediaKind } from '../../providers/media-services.ts'
import type { Source } from '../../providers/sources.ts'
import { findVoice, type Voice } from './voices.ts'

export const CHOICE = setting({
  name: MEDIA_MODELS,
  scope: 'person',
  schema: MediaChoice,
  standard: { image: null, speech: null, transcription: null },
  about: 'Which models make pictures, speech and transcripts; null: the first service with a key.',
  open: true,
})

/** The maker: a model of a service, or a local speech program. */
export type Maker =
  | { readonly kind: 'model'; readonly id: string; readonly model: string; readonly source: Source }
  | { readonly kind: 'voice'; readonly id: string; readonly voice: Voice }

export type Found =
  | { readonly ok: true; readonly maker: Maker }
  | { readonly ok: false; readonly why: string }

export interface MediaModels {
  /** `named`: the one that a call requests. Otherwise the person's choice, otherwise the first available. */
  find(kind: MediaKind, user: UserId, named?: string): Promise<Found>
  view(user: UserId): Promise<MediaModelsView>
}

const SYSTEM = 'system/'

export function mediaModels(
  host: Pick<Host, 'models'> & { readonly store: Pick<Host['store'], 'settings'> },
  voice: () => Promise<Voice | undefined> = findVoice,
): MediaModels {
  const { sources } = host.models

  /** A local server that happens to run is never chosen automatically. */
  async function automatic(kind: MediaKind): Promise<string | undefined> {
    for (const source of await sources.all()) {
      const [first] = source.offered(kind) ?? []
      if (source.kind === 'service' && source.ready && first !== undefined) return `${source.id}/${first}`
    }
    const spoken = kind === 'speech' ? await voice() : undefined
    return spoken && SYSTEM + spoken.id
  }

  async function byId(kind: MediaKind, id: string): Promise<Found> {
    if (id.startsWith(SYSTEM)) {
      const spoken = kind === 'speech' ? await voice() : undefined
      if (spoken !== undefined && SYSTEM + spoken.id === id)
        return { ok: true, maker: { kind: 'voice', id, voice: spoken } }
      return { ok: false, why: `this machine has no \`${id.slice(SYSTEM.length)}\`` }
    }
    const { source, model } = await sources.find(id)
    if (source === undefined)
      return { ok: false, why: `there is no model \`${id}\`; models are named \`service/model\`` }
    if (source.offered(kind) === undefined)
      return { ok: false, why: `${source.name} has no models for ${WORDS[kind]}` }
    if (!source.ready)
      return {
        ok: false,
        why: `${source.name} cannot be used now: enter its key in the settings, or start it`,
      }
    return { ok: true, maker: { kind: 'model', id, model, source } }
  }

  async function find(kind: MediaKind, user: UserId, named?: string): Promise<Found> {
    const chosen =
      named ?? (await readSetting(host.store.settings, CHOICE, user))[kind] ?? (await automatic(kind))
    return chosen === undefined ? { ok: false, why: NONE[kind] } : byId(kind, chosen)
  }

  async function offered(kind: MediaKind): Promise<MediaModel[]> {
    const spoken = kind === 'speech' ? await voice() : undefined
    const local =
      spoken === undefined
        ? []
        : [{ id: SYSTEM + spoken.id, name: spoken.name, service: 'This machine', local: true }]
    return [
      ...(await sources.all()).filter(({ ready }) => ready).flatMap((source) => modelsOf(source, kind)),
      ...local,
    ]
  }

  async function chosen(kind: MediaKind, user: UserId) {
    const set = (await readSetting(host.store.settings, CHOICE, user))[kind]
    const found = await find(kind, user)
    return {
      set,
      used: found.ok ? found.maker.id : null,
      problem: found.ok ? null : found.why,
      models: await offered(kind),
    }
  }

  return {
    find,
    async view(user) {
      const [image, speech, transcription] = await Promise.all([
        chosen('image', user),
        chosen('speech', user),
        chosen('transcription', user),
      ])
      return { image, speech, transcription }
    },
  }
}

/** For a service its offered models; for a server all that it lists, since it does not say what each can do. */
function modelsOf(source: Source, kind: MediaKind): readonly MediaModel[] {
  const offered = source.offered(kind)
  if (offered === undefined) return []
  const names = source.kind === 'service' ? offered : source.models.map(({ id }) => id)
  const local = source.kind === 'local'
  return names.map((name) => ({ id: `${source.id}/${name}`, name, service: source.name, local }))
}

const WORDS: Readonly<Record<MediaKind, string>> = {
  image: 'pictures',
  speech: 'speech',
  transcription: 'transcripts',
}

const NONE: Readonly<Record<MediaKind, string>> = {
  image:
    'there is no model for pictures here: a person can choose one under Settings → Media. Diagrams, charts and graphics need none: use `drawing`',
  speech:
    'there is no model for speech here: a person can choose a model under Settings → Media, or install `espeak-ng` on the server',
  transcription: 'there is no model for transcripts here: choose one under Settings → Media',
}

/** For cards: the maker, and where the text goes. */
export function placeOf(maker: Maker): {
  readonly model: string
  readonly service: string
  readonly host: string | null
} {
  if (maker.kind === 'voice') return { model: maker.id, service: maker.voice.name, host: null }
  const { source, id } = maker
  const local = source.kind === 'local'
  return { model: id, service: source.name, host: local ? null : hostOf(source) }
}

function hostOf({ baseUrl, list, name }: Source): string {
  return URL.parse(baseUrl ?? list?.url ?? '')?.host ?? name
}
