import type { Asker, Call, Inspection } from '@countersign/agent'
import type { Decision, FileUse, Place, Specifier, ToolFacts } from '@countersign/policy'
import { browserBody, buildBody, type BrowserAction, type ThreadId } from '@countersign/protocol'
import { canonicalJson } from '@countersign/protocol/canonical'
import { createHash } from 'node:crypto'
import { plainText } from '../../tools/plain-text.ts'
import type { ImageStore } from '../../media/image-store.ts'
import { subjectOf } from '../../workspace/workspace-path.ts'
import type { BrowserInput } from './input.ts'
import { isRead, missing, opens, titleOf, usesFile } from './input.ts'
import type { Mask } from './mask.ts'
import { natureOf, type ActionNature } from './nature.ts'
import { factsOf, type ElementFacts } from './page/look.ts'
import { elementPicture, type ElementPicture } from './page/picture.ts'
import type { Session } from './session.ts'

export interface InspectParts {
  find(thread: ThreadId): Session | undefined
  /** Why no browser can start here at all. */
  whyNone?(): Promise<string | undefined>
  readonly images: Pick<ImageStore, 'keep'>
  /** The current policy of a thread. */
  judging(thread: ThreadId, as: ToolFacts, place: Place): Promise<(specifier: Specifier) => Decision>
}

/** An inspected action: its classification, and the facts of the element that it concerns. */
export interface Looked {
  readonly nature: ActionNature
  readonly facts: ElementFacts | undefined
}

/** Inspects the page without touching it. Waits while a person has the browser. */
export async function look(input: BrowserInput, place: Place, session: Session | undefined): Promise<Looked> {
  await session?.holding.free()
  const page = session?.page
  const needsElement =
    !isRead(input) && input.ref !== undefined && page !== undefined && session !== undefined
  const facts = needsElement ? await factsOf(page, input.ref ?? '', session.mask) : undefined
  const nature = stricter(natureOf(input, page?.url(), facts, await filesOf(input, place)), session?.mask)
  const gone = needsElement && facts === undefined
  const problem = missing(input)
  const refusal =
    problem !== undefined
      ? { code: 'bad_arguments', text: problem }
      : gone
        ? { code: 'stale', text: `there is no element ${input.ref} on the page now; take a snapshot` }
        : nature.refusal
  return { nature: refusal === undefined ? nature : { ...nature, refusal }, facts }
}

/** The workspace file that the action uploads or saves. */
async function filesOf(input: BrowserInput, place: Place): Promise<readonly FileUse[]> {
  if (!usesFile(input)) return []
  const tool = input.action === 'upload' ? 'files.read' : 'files.create'
  return [{ tool, path: await subjectOf(input.path, place) }]
}

export async function inspectAction(
  parts: InspectParts,
  facts: ToolFacts,
  input: BrowserInput,
  { place, asker }: { readonly place: Place; readonly asker: Asker | undefined },
): Promise<Inspection> {
  const session = asker && parts.find(asker.threadId)
  const looked = await look(input, place, session)
  const { nature, facts: element } = looked
  const asks =
    asker !== undefined &&
    element !== undefined &&
    (nature.destructive ||
      (
        await parts.judging(
          asker.threadId,
          { ...facts, category: nature.category, destructive: false },
          place,
        )
      )(nature.specifier).verdict === 'ask')
  // Nobody is asked about a page that no browser can open.
  const none = session === undefined && opens(input) ? await parts.whyNone?.() : undefined
  const refusal = nature.refusal ?? (none === undefined ? undefined : { code: 'no_browser', text: none })
  const picture = asks && session !== undefined ? await pictureOf(parts, session, input, element) : undefined
  return {
    category: nature.category,
    destructive: nature.destructive,
    capability: nature.capability,
    specifier: masked(nature.specifier, session?.mask),
    body: bodyOf(input, looked, { session, picture, thread: asker?.threadId }),
    ...titled(input, looked, (text) => session?.mask.text(text) ?? text),
    targets:
      element === undefined ? [] : [targetOf(element, nature, (text) => session?.mask.text(text) ?? text)],
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/**
 * Whether the page, looked at again, is still the one that the call was proposed for. Between the last check of the gate and the run a
 * person may have had the browser, and a script may change a form at any time.
 */
export function isSigned(
  { specifier, targets }: Pick<Call, 'specifier' | 'targets'>,
  { nature, facts }: Looked,
  mask: Mask,
): boolean {
  const now = facts && targetOf(facts, nature, (text) => text).hash
  return (
    now === targets[0]?.hash && canonicalJson(masked(nature.specifier, mask)) === canonicalJson(specifier)
  )
}

/** Adds the name of the element in quotation marks: the name comes from the page. */
function titled(input: BrowserInput, { nature, facts }: Looked, clean: (text: string) => string) {
  if (facts === undefined || facts.name === '') return {}
  const submits =
    nature.specifier.kind === 'url' && nature.specifier.also?.some(({ builtin }) => builtin === '@submit')
  const name = clean(plainText(facts.name)).slice(0, 80)
  return { title: `${submits === true ? 'Submit a form:' : titleOf({ ...input, ref: undefined })} “${name}”` }
}

/** Rules match the masked URL, because a page can write a secret into its own URL. The host always stays readable. */
function masked(specifier: ActionNature['specifier'], mask: Mask | undefined): ActionNature['specifier'] {
  if (specifier.kind === 'text' || mask === undefined) return specifier
  const { url, also } = specifier
  return {
    ...specifier,
    url: maskedUrl(url, mask),
    ...(also === undefined ? {} : { also: also.map((one) => ({ ...one, url: maskedUrl(one.url, mask) })) }),
  }
}

function maskedUrl(url: string, mask: Mask): string {
  const origin = URL.parse(url)?.origin ?? 'null'
  return origin === 'null' || !url.startsWith(origin)
    ? mask.text(url)
    : origin + mask.text(url.slice(origin.length))
}

/**
 * A path rule does not match if part of the path is masked. A page could choose that part by writing it into a field that looks secret, so such an
 * action always needs a person.
 */
function stricter(nature: ActionNature, mask: Mask | undefined): ActionNature {
  const { specifier, category } = nature
  if (specifier.kind === 'text' || mask === undefined || category === 'read') return nature
  const all = [specifier.url, ...(specifier.also ?? []).map(({ url }) => url)]
  const hides = all.some((url) => pathOf(maskedUrl(url, mask)) !== pathOf(url))
  return hides ? { ...nature, destructive: true } : nature
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** Caches pictures of elements, so that the inspection just before the run takes none. */
const pictures = new WeakMap<Session, Map<string, ElementPicture | undefined>>()

async function pictureOf(
  parts: InspectParts,
  session: Session,
  { ref = '' }: BrowserInput,
  element: ElementFacts,
) {
  const known = pictures.get(session) ?? new Map<string, ElementPicture | undefined>()
  pictures.set(session, known)
  const key = `${ref} ${hashOf(element)}`
  if (!known.has(key))
    known.set(key, await elementPicture(session.page, ref, { mask: session.mask, images: parts.images }))
  if (known.size > 50) known.delete(known.keys().next().value ?? '')
  return known.get(key)
}

/** The facts of the element that the person signs: if any of them differs when the call runs, it is stale. */
function targetOf(
  element: ElementFacts,
  { sends, specifier }: ActionNature,
  clean: (text: string) => string,
) {
  const { role, name, url } = element
  const isSubmit =
    sends !== undefined ||
    (specifier.kind === 'url' && specifier.also?.some(({ builtin }) => builtin === '@submit') === true)
  const { documentId, tag, type, href, form } = element
  const signed = {
    documentId,
    role,
    name,
    tag,
    type,
    href,
    url,
    target: form && [form.action, form.method],
    fields: isSubmit ? form?.fields : null,
  }
  return {
    path: clean(`${role || 'element'} “${name.slice(0, 80)}” on ${url.split(/[?#]/)[0]}`),
    hash: hashOf(signed),
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function bodyOf(
  input: BrowserInput,
  { nature, facts }: Looked,
  {
    session,
    picture,
    thread,
  }: {
    readonly session: Session | undefined
    readonly picture: ElementPicture | undefined
    readonly thread: ThreadId | undefined
  },
) {
  const mask: Pick<Mask, 'text'> = session?.mask ?? { text: (text) => text }
  const clean = (text: string) => mask.text(plainText(text))
  const page = session?.page.url() ?? ''
  const url = input.url ?? page
  const link =
    nature.specifier.kind === 'url'
      ? nature.specifier.also?.find(({ builtin }) => builtin !== '@submit')?.url
      : undefined
  const submit =
    nature.specifier.kind === 'url'
      ? nature.specifier.also?.find(({ builtin }) => builtin === '@submit')?.url
      : undefined
  const typed =
    input.secret === undefined ? (input.text ?? input.value ?? input.key) : `the secret “${input.secret}”`
  const data: BrowserAction = {
    action: input.action,
    title: clean(facts?.title ?? ''),
    url: clean(url),
    private: isPrivate(url),
    ...(facts === undefined ? {} : { element: { role: facts.role, name: clean(facts.name) } }),
    ...(picture === undefined ? {} : { picture }),
    ...(link === undefined ? {} : { to: clean(link) }),
    ...(submit === undefined
      ? {}
      : {
          sends: {
            method: facts?.form?.method ?? 'GET',
            url: clean(submit),
            fields: (facts?.form?.fields ?? []).map(({ name, value, secret }) => ({
              name: clean(name),
              value: secret ? '' : clean(value),
              masked: secret,
            })),
          },
        }),
    ...(typed === undefined
      ? {}
      : { input: facts?.secret === true && input.secret === undefined ? '••••' : clean(typed) }),
    ...(input.path === undefined ? {} : { file: input.path }),
    ...(thread === undefined ? {} : { thread_id: thread }),
  }
  return buildBody(browserBody, { data, entries: entriesOf(data) })
}

/** The same as text entries, for clients that do not know this kind of body, such as the terminal. */
function entriesOf(data: BrowserAction) {
  const { action, element, url, title, to, sends, input, file } = data
  const rows: (readonly [string, string | undefined])[] = [
    ['action', element === undefined ? action : `${action} ${element.role} “${element.name}”`],
    ['page', title === '' ? url : `${title} · ${url}`],
    ['leads to', to],
    ['input', input],
    ['file', file],
    ['sends', sends && `${sends.method} ${sends.url}`],
    ...(sends?.fields ?? []).map(
      ({ name, value, masked }) => [`· ${name}`, masked ? '•••• masked' : value] as const,
    ),
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

function isPrivate(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return /^(?:localhost|.*\.localhost|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[::1\])$/.test(
    host,
  )
}
