import {
  browserBody,
  ImageId,
  readBody,
  type BrowserAction,
  type CallBody,
  type ThreadId,
} from '@countersign/protocol'
import { PanelsTopLeft } from 'lucide-react'
import type { BodyProps } from '../../platform/body.ts'
import { LazyArgumentsBody } from '../../platform/cards/LazyBodies.tsx'
import { Button } from '../../ui/Button.tsx'
import { useImage } from '../../ui/use-image.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'
import { useHeld } from './use-held.ts'
import { useShowBrowser } from './use-show-browser.ts'

/** Maximum characters of a name in the title of the card. */
const IN_TITLE = 80

/** The body of a browser action: the page, the element, and the exact data that it would send. */
export function BrowserBody(props: BodyProps) {
  const data = readBody(browserBody, props.body as CallBody) // the card passes bodies as received
  if (data === undefined) return <LazyArgumentsBody {...props} />
  const { title, url, element, picture, sends, to, input, file, thread_id } = data
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
      {element !== undefined && (picture === undefined || element.name.length > IN_TITLE) && (
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
      {thread_id !== undefined && props.look === 'waits' && element !== undefined && (
        <ShowBrowser thread={thread_id} />
      )}
      {thread_id !== undefined && props.look === 'waits' && <Held thread={thread_id} />}
    </div>
  )
}

function Held({ thread }: { thread: ThreadId }) {
  return useHeld(thread) ? (
    <p role="status" className="text-wait">
      {texts.countsLater}
    </p>
  ) : null
}

function ShowBrowser({ thread }: { thread: ThreadId }) {
  const show = useShowBrowser(thread)
  return (
    <p>
      <Button size="small" onClick={show}>
        <PanelsTopLeft size={14} aria-hidden="true" />
        {texts.show}
      </Button>
    </p>
  )
}

/** The element in its surroundings. The outline is drawn here: the page itself is not changed. */
function Around({ picture, name }: { picture: NonNullable<BrowserAction['picture']>; name: string }) {
  const { id, width, height, box } = picture
  const address = useImage(ImageId.parse(id))
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`
  return (
    // Scaled down, so that the card can be read without scrolling.
    <figure
      className="relative self-start overflow-hidden rounded-control border border-line"
      style={{ maxWidth: `min(100%, ${Math.round(width * 0.6)}px)` }}
    >
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
          <dl className="grid max-h-48 grid-cols-[minmax(4rem,auto)_minmax(0,1fr)] gap-x-3 @min-[30rem]:grid-cols-[minmax(4rem,auto)_minmax(0,1fr)_minmax(4rem,auto)_minmax(0,1fr)] overflow-y-auto px-3 py-1.5">
            {fields.map(({ name, value, masked }, at) => (
              // A form may have two fields with the same name.
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
