import { MEDIA_DAYS, priceWords } from '@countersign/protocol'
import type { MediaChoice, MediaModels, MediaView } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { valueOf } from '../../data/http.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { Button } from '../../ui/Button.tsx'
import { fieldClass, PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { shortDate, size } from '../../ui/times.ts'
import { useImage } from '../../ui/use-image.ts'
import { Visible } from '../../ui/Visible.tsx'
import { chooseModels, fetchMedia, fetchModels, keepMedia, removeMedia } from './api.ts'
import { texts } from './texts.ts'

const KINDS = ['image', 'speech', 'transcription'] as const

/** The models for each kind of media, and the stored items. */
export function MediaPage() {
  const queries = useQueryClient()
  const models = useQuery({ queryKey: ['media-models'], queryFn: () => valueOf(fetchModels()), staleTime: 0 })
  const choose = useMutation({
    mutationFn: (choice: MediaChoice) => valueOf(chooseModels(choice)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['media-models'] }),
  })
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={choose.error?.message ?? models.error?.message ?? null} />
      {models.data === undefined ? (
        <p className="text-ink-3">{texts.loading}</p>
      ) : (
        <Panel>
          {KINDS.map((kind) => (
            <Choice
              key={kind}
              kind={kind}
              models={models.data}
              onChoose={(choice) => choose.mutate(choice)}
            />
          ))}
        </Panel>
      )}
      <Stored />
    </>
  )
}

interface ChoiceProps {
  readonly kind: keyof MediaModels
  readonly models: MediaModels
  readonly onChoose: (choice: MediaChoice) => void
}

function Choice({ kind, models, onChoose }: ChoiceProps) {
  const { set, used, problem, models: offered } = models[kind]
  const known = set === null || offered.some(({ id }) => id === set)
  return (
    <label className="flex min-w-0 flex-col gap-1 text-label font-semibold">
      {texts.kinds[kind]}
      <select
        value={set ?? ''}
        className={fieldClass}
        onChange={(event) => {
          const { image, speech, transcription } = models
          const now = { image: image.set, speech: speech.set, transcription: transcription.set }
          onChoose({ ...now, [kind]: event.target.value === '' ? null : event.target.value })
        }}
      >
        <option value="">{texts.automatic(set === null ? used : null)}</option>
        {!known && <option value={set}>{set}</option>}
        {offered.map(({ id, name, service }) => (
          <option key={id} value={id}>
            {texts.by(name, service)}
          </option>
        ))}
      </select>
      {problem !== null && (
        <span className="font-normal text-ink-2">{set === null ? texts.none[kind] : `${problem}.`}</span>
      )}
    </label>
  )
}

function Stored() {
  const queries = useQueryClient()
  const stored = useQuery({ queryKey: ['media'], queryFn: () => valueOf(fetchMedia()), staleTime: 0 })
  const again = () => queries.invalidateQueries({ queryKey: ['media'] })
  const keep = useMutation({
    mutationFn: ({ id, kept }: MediaView) => valueOf(keepMedia(id, !kept)),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: ({ id }: MediaView) => valueOf(removeMedia(id)),
    onSuccess: again,
  })
  const { data } = stored
  return (
    <Section
      title={texts.stored}
      hint={data === undefined ? undefined : texts.storedHint(size(data.bytes), size(data.limit), MEDIA_DAYS)}
    >
      <Trouble reason={keep.error?.message ?? remove.error?.message ?? stored.error?.message ?? null} />
      {data?.media.length === 0 && <p className="text-ink-3">{texts.empty}</p>}
      <ul className="flex flex-col gap-2">
        {(data?.media ?? []).map((one) => (
          <li key={one.id} className="flex items-center gap-3 rounded-card border border-line bg-panel p-2">
            <Preview media={one} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-label font-semibold">
                <Visible text={one.text ?? one.name} />
              </p>
              <p className="truncate text-hint text-ink-3">{aboutOf(one)}</p>
            </div>
            <Button
              size="small"
              aria-pressed={one.kept}
              aria-label={texts.keepOf(one.name)}
              onClick={() => keep.mutate(one)}
            >
              {texts.keep}
            </Button>
            <Button
              size="small"
              kind="refuse"
              aria-label={texts.removeOf(one.name)}
              onClick={() => remove.mutate(one)}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function aboutOf({ model, origin, price, bytes, created_at }: MediaView): string {
  const by = origin === 'sent' ? texts.sent : model
  const paid = price === null ? null : priceWords(price)
  return [by, paid, size(bytes), shortDate(created_at)].filter((part) => part !== null).join(' · ')
}

function Preview({ media }: { media: MediaView }) {
  if (media.kind === 'sound')
    return (
      <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-ground text-ink-3">
        <AudioLines size={20} aria-hidden="true" />
      </span>
    )
  return <SmallPicture id={media.id} />
}

function SmallPicture({ id }: { id: MediaView['id'] }) {
  const address = useImage(id)
  return (
    <img
      src={address}
      alt=""
      className="size-12 shrink-0 rounded-control border border-line bg-white object-contain"
    />
  )
}
