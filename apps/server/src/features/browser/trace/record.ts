import type { ToolOutcome } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import type { ImageStore } from '../../../media/image-store.ts'
import { isRead, type BrowserInput } from '../input.ts'
import { factsOf } from '../page/look.ts'
import { takePicture } from '../page/picture.ts'
import type { Session } from '../session.ts'
import type { Trace } from './trace.ts'

export interface RecordParts {
  readonly trace: Trace
  readonly images: Pick<ImageStore, 'keep'>
  now(): number
  failed(what: string, cause: unknown): void
}

/** The picture after the last action of each browser, reused as the one before the next. */
const last = new WeakMap<Session, Promise<string | null>>()

/** Performs an action and records it. The picture after it is taken while the model thinks; the next action waits for it. */
export async function record(
  { trace, images, now, failed }: RecordParts,
  thread: ThreadId,
  session: Session,
  { input, work }: { readonly input: BrowserInput; work(): Promise<ToolOutcome> },
): Promise<ToolOutcome> {
  if (isRead(input)) return work()
  const { mask } = session
  const before = await (last.get(session) ?? Promise.resolve(null))
  const facts = input.ref === undefined ? undefined : await factsOf(session.page, input.ref, mask)
  const outcome = await work()
  const after = picture(session, images)
  last.set(session, after)
  const typed =
    input.secret === undefined
      ? (input.text ?? input.value ?? input.key ?? input.path)
      : `the secret “${input.secret}”`
  void after
    .then((picture_) =>
      trace.add(thread, now(), {
        action: input.action,
        element: facts === undefined ? null : { role: facts.role, name: mask.text(facts.name) },
        url: mask.text(input.url ?? facts?.url ?? session.page.url()),
        input:
          typed === undefined
            ? null
            : facts?.secret === true && input.secret === undefined
              ? '••••'
              : mask.text(typed),
        ok: outcome.ok,
        before,
        after: picture_,
      }),
    )
    .catch((cause: unknown) => failed('writing the trace of a browser', cause))
  return outcome
}

async function picture(session: Session, images: Pick<ImageStore, 'keep'>): Promise<string | null> {
  // A person's actions are private, so no picture is taken while they hold the browser.
  if (session.holding.isHeld || session.page.url() === 'about:blank') return null
  const bytes = await takePicture(session.page, session.mask).catch(() => undefined)
  if (bytes === undefined || session.holding.isHeld) return null
  const kept = await images.keep(bytes, 'trace.jpg')
  return kept.ok ? kept.image.id : null
}
