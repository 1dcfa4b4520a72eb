import { browserBody, ImageId, readBody, type BrowserAction, type CallBody } from '@countersign/protocol'
import type { BodyProps } from '../../platform/body.ts'
import { LazyArgumentsBody } from '../../platform/cards/LazyBodies.tsx'
import { useImage } from '../../ui/use-image.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** An action in the browser: where, on what, and exactly what it would send. */
export function BrowserBody(props: BodyProps) {
  const data = readBody(browserBody, props.body as CallBody) // the card hands it bodies as they came
  if (data === undefined) return <LazyArgumentsBody {...props} />
  const { title, url, element, picture, sends, to, input, file } = data
  const rows = [
    [texts.leadsTo, to],
    [texts.types, input],
    [texts.file, file],
  ] as const
  return (
    <div className="flex flex-col gap-2 text-label">
      <div className="font-mono text-hint">
        {title !== '' && (
          <p className="text-ink-2">
            <Visible text={title} />
          </p>
        )}
        <p className="wrap-anywhere" data-exact="">
          <Visible text={url} />
          <span className="text-ink-3"> · {data.private ? texts.stays : texts.leaves}</span>
        </p>
      </div>
      {element !== undefined && (
        <p>
          <span className="text-ink-3">{data.action} </span>
          <span className="text-ink-2">{element.role} </span>
          <strong className="font-semibold">
            <Visible text={element.name} />
          </strong>
        </p>
      )}
      {picture !== undefined && ImageId.safeParse(picture.id).success && (
        <Around picture={picture} name={element?.name ?? ''} />
      )}
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <p key={name} className="font-mono text-hint wrap-anywhere" data-exact="">
              <span className="text-ink-3">{name} </span>
              <Visible text={value} />
            </p>
          ),
      )}
      {sends !== undefined && <Sends sends={sends} />}
    </div>
  )
}

/** The element in its surroundings. The outline is drawn here: nothing was changed in the page. */
function Around({ picture, name }: { picture: NonNullable<BrowserAction['picture']>; name: string }) {
  const { id, width, height, box } = picture
  const address = useImage(ImageId.parse(id))
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`
  return (
    <figure className="relative max-w-full self-start overflow-hidden rounded-control border border-line">
      <img
        src={address}
        alt={texts.picture(name)}
        width={width}
        height={height}
        className="block h-auto max-w-full"
      />
      <span
        aria-hidden="true"
        className="absolute rounded-control border-2 border-wait"
        style={{
          left: percent(box.x - 4, width),
          top: percent(box.y - 4, height),
          width: percent(box.width + 8, width),
          height: percent(box.height + 8, height),
        }}
      />
    </figure>
  )
}

function Sends({ sends: { method, url, fields } }: { sends: NonNullable<BrowserAction['sends']> }) {
  return (
    <section aria-label={texts.sends} className="flex flex-col gap-1">
      <p className="text-hint text-ink-2">{texts.sends}</p>
      <div className="rounded-control border border-line bg-ground font-mono text-hint">
        <p className="border-b border-line px-3 py-1.5 wrap-anywhere" data-exact="">
          <strong className="font-semibold">{method} </strong>
          <Visible text={url} />
        </p>
        {fields.length === 0 ? (
          <p className="px-3 py-1.5 text-ink-3">{texts.nothing}</p>
        ) : (
          <dl className="grid max-h-48 grid-cols-[minmax(4rem,auto)_minmax(0,1fr)] gap-x-3 overflow-y-auto px-3 py-1.5">
            {fields.map(({ name, value, masked }, at) => (
              // A form may have two fields of one name.
              <div key={`${at} ${name}`} className="contents">
                <dt className="text-ink-3">
                  <Visible text={name} />
                </dt>
                <dd className="wrap-anywhere" data-exact="">
                  {masked ? texts.masked : <Visible text={value} />}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}
