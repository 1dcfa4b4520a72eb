import type { RunContext, ToolOutcome } from '@countersign/agent'
import { imageAttachment } from '@countersign/protocol'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImageStore } from '../../media/image-store.ts'
import { imageText } from '../../media/image-store.ts'
import { handOverQuestion } from './hand-over.ts'
import type { BrowserInput } from './input.ts'
import { fileType } from './page/file-type.ts'
import { locate } from './page/look.ts'
import { takePicture } from './page/picture.ts'
import { fitting, frameText, linesWith, newLines, seePage, type SeenPage } from './page/shown.ts'
import { TABS, type Session } from './session.ts'

/** Maximum size in bytes of a file to save or upload. */
const DOWNLOAD_BYTES = 100_000_000
const UPLOAD_BYTES = 50_000_000
/** Maximum size in bytes of the report on the page after an action. */
const AFTER_BYTES = 5000

export interface PerformParts {
  readonly session: Session
  readonly images: Pick<ImageStore, 'keep'>
  readonly context: RunContext
  /** For `hand_over`: what the person did. */
  readonly handed?: string | undefined
  /** The approved path of the file to read or write. */
  readonly file?: string | undefined
  /** The value of a secret, for the open page. */
  secret(name: string, url: string): Promise<string | { readonly problem: string }>
}

type Failure = Extract<ToolOutcome, { ok: false }>

/** The page of each session that the model saw last, so that an action reports only what is new. */
const lastPages = new WeakMap<Session, SeenPage>()

/** Performs a countersigned action. */
export async function perform(input: BrowserInput, parts: PerformParts): Promise<ToolOutcome> {
  const { session } = parts
  switch (input.action) {
    case 'snapshot':
      return (await unreadable(parts)) ?? snapshot(input, parts)
    case 'screenshot':
      return (await unreadable(parts)) ?? screenshot(input, parts)
    case 'tabs':
      return tabs(input, session)
    case 'wait':
      return (await waitFor(input, parts)) ?? after(parts, 'Waited.')
    case 'hand_over':
      return after(parts, parts.handed ?? '')
    case 'scroll':
      await session.page.mouse.wheel(0, (input.down ?? 1) * 700)
      return after(parts, 'Scrolled.')
    default:
      return act(input, parts)
  }
}

/** Asks a person to take over the browser, and waits until they hand it back, which is their yes. Returns what they did. */
export async function handOver(
  { why = '' }: BrowserInput,
  session: Session,
  { ask, call }: Pick<RunContext, 'ask' | 'call'>,
): Promise<Failure | string> {
  const { holding, mask } = session
  const takes = holding.isHeld ? holding.takes - 1 : holding.takes
  session.asks = why
  try {
    const { allowed, words } = await ask(handOverQuestion, {
      why,
      page: mask.text(session.page.url()),
      thread: call.threadId,
    })
    if (!allowed) {
      await holding.free()
      return failed('declined', `the person did not take over the browser${words === '' ? '' : `: ${words}`}`)
    }
    // A yes from elsewhere, such as the card, hands back too.
    await holding.release()
    return holding.takes > takes
      ? 'The person took over the browser and handed it back.'
      : 'The person said yes, but did not take over the browser.'
  } finally {
    session.asks = null
  }
}

async function act(input: BrowserInput, parts: PerformParts): Promise<ToolOutcome> {
  const { session, context } = parts
  session.acceptDialogs = input.accept_dialog === true
  session.expectsDownload = input.action === 'download'
  try {
    const problem = await session.limited(begin(input, parts), context.signal)
    if (problem !== undefined) return problem
    await session.settle(context.signal)
    return await after(parts, input.action === 'download' ? `Saved ${input.path}.` : '')
  } catch (cause) {
    const notes = sideEffects(session)
    return failed('browser_error', [problemText(session, cause), ...notes].join('\n'))
  } finally {
    session.acceptDialogs = false
    session.expectsDownload = false
  }
}

/** Performs the action itself; undefined on success. */
async function begin(input: BrowserInput, parts: PerformParts): Promise<Failure | undefined> {
  const { session } = parts
  switch (input.action) {
    case 'navigate':
      return go(input.url ?? '', parts)
    case 'open_tab': {
      if ((await session.newTab()) === undefined)
        return failed('too_many_tabs', `there are ${TABS} tabs already; \`tabs\` lists them`)
      return go(input.url ?? '', parts)
    }
    case 'back':
      return (await session.page.goBack({ waitUntil: 'domcontentloaded', timeout: 0 })) === null &&
        session.page.url() === 'about:blank'
        ? failed('no_page', 'there is no page before this one')
        : undefined
    case 'press':
      if (input.ref === undefined) await session.page.keyboard.press(input.key ?? '')
      else await done(element(input, session).press(input.key ?? '', quick(session)), session)
      return undefined
    default:
      return onElement(input, parts)
  }
}

async function go(url: string, { session }: PerformParts): Promise<Failure | undefined> {
  const { page, guard } = session
  if (new URL(url).host !== URL.parse(page.url())?.host) guard.fresh(page)
  for (let tries = 3; ; tries -= 1) {
    try {
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
      return undefined
    } catch (cause) {
      // The error page of the previous navigation may still load, which would interrupt this one.
      if (tries > 1 && /interrupted by another navigation/.test(String(cause))) {
        await page.waitForLoadState('load', { timeout: 2000 }).catch(() => undefined)
        continue
      }
      const { notes } = guard.take()
      const why = `\`${session.mask.text(url)}\` could not be opened: ${problemText(session, cause)}`
      return failed('unreachable', [why, ...notes].join('\n'))
    }
  }
}

function element({ ref }: BrowserInput, { page }: Session) {
  const found = locate(page, ref ?? '')
  if (found === undefined) throw new Error(`there is no element ${ref} on the page`)
  return found
}

const quick = ({ actionMs }: Session) => ({ timeout: actionMs })

/**
 * Playwright waits for the navigation that an action started, and its timeout keeps running while a person considers the request that the guard
 * holds. An action that was already done is a success: `settle` waits for the answer.
 */
async function done(action: Promise<void>, { guard }: Session): Promise<void> {
  try {
    await action
  } catch (cause) {
    if (guard.questions === 0 || !/action done|elementHandle\.press\(/.test(String(cause))) throw cause
  }
}

async function onElement(input: BrowserInput, parts: PerformParts): Promise<Failure | undefined> {
  const { session } = parts
  const target = element(input, session)
  switch (input.action) {
    case 'click':
      await done(target.click(quick(session)), session)
      return undefined
    case 'hover':
      await target.hover(quick(session))
      return undefined
    case 'check':
      await done(target.setChecked(input.value !== 'off', quick(session)), session)
      return undefined
    case 'select':
      await target
        .selectOption(input.value ?? '', quick(session))
        .catch(() => target.selectOption({ label: input.value ?? '' }, quick(session)))
      return undefined
    case 'type':
      return type(input, parts)
    case 'upload':
      return upload(input, parts)
    case 'download':
      return download(input, parts)
    default:
      return failed('bad_arguments', `\`${input.action}\` is not an action on an element`)
  }
}

async function type(input: BrowserInput, { session, secret }: PerformParts): Promise<Failure | undefined> {
  const target = element(input, session)
  const value =
    input.secret === undefined ? (input.text ?? '') : await secret(input.secret, session.page.url())
  if (typeof value !== 'string') return failed('no_secret', value.problem)
  if (input.secret !== undefined) session.mask.add([value])
  // Marks the page before it can see a single character.
  session.guard.typed(session.page, value)
  await target.fill(value, quick(session))
  return undefined
}

async function upload(input: BrowserInput, { session, file }: PerformParts): Promise<Failure | undefined> {
  if (file === undefined) return failed('not_found', `there is no file \`${input.path}\``)
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() !== true) return failed('not_found', `there is no file \`${input.path}\``)
  if (found.size > UPLOAD_BYTES) return failed('too_large', `\`${input.path}\` is larger than 50 MB`)
  // A form names the file that it sends.
  session.guard.typed(session.page, basename(file))
  // The browser cannot see any folder of this machine, so it gets the bytes.
  const bytes = await readFile(file)
  await element(input, session).setInputFiles(
    { name: basename(file), mimeType: fileType(basename(file)), buffer: bytes },
    quick(session),
  )
  return undefined
}

async function download(input: BrowserInput, { session, file }: PerformParts): Promise<Failure | undefined> {
  if (file === undefined) return failed('bad_arguments', '`download` needs a path in the workspace')
  const coming = session.page.waitForEvent('download', { timeout: 0 })
  await Promise.all([coming, done(element(input, session).click(quick(session)), session)])
  const stream = await (await coming).createReadStream()
  await mkdir(dirname(file), { recursive: true })
  let bytes = 0
  try {
    await pipeline(
      stream,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          bytes += piece.length
          if (bytes > DOWNLOAD_BYTES) throw new Error('the file is larger than 100 MB')
          yield piece
        }
      },
      // Never overwrites a file.
      createWriteStream(file, { flags: 'wx' }),
    )
  } catch (cause) {
    if (bytes > DOWNLOAD_BYTES) await rm(file, { force: true })
    throw cause
  }
  return undefined
}

/** A page reached by a redirect or a script is checked before any of it is read; the browser leaves a page that may not be read. */
async function unreadable({ session }: PerformParts): Promise<Failure | undefined> {
  const { page, guard } = session
  const why = await guard.refusalToRead(page)
  if (why === undefined) return undefined
  await page.goto('about:blank').catch(() => undefined)
  return failed(
    'redirect',
    `the page redirected to ${why}; it was not read. \`navigate\` there to ask for it`,
  )
}

async function snapshot({ ref, depth, find }: BrowserInput, { session }: PerformParts): Promise<ToolOutcome> {
  const page = await seePage(session.page, session.mask, { ref, depth })
  if (page === undefined)
    return failed('stale', `there is no element ${ref} on the page now; take a snapshot`)
  if (ref === undefined && find === undefined) lastPages.set(session, page)
  const lines = find === undefined ? page.lines : linesWith(page.lines, find)
  const text =
    lines.length === 0
      ? find === undefined
        ? '[the page is empty]'
        : `[no line has “${find}”]`
      : fitting(lines)
  return {
    ok: true,
    text: [frameText(page), text, ...sideEffects(session)].join('\n'),
    summary: lines.length === 1 ? '1 line' : `${lines.length} lines`,
  }
}

async function screenshot({ ref }: BrowserInput, { session, images }: PerformParts): Promise<ToolOutcome> {
  const { page, mask } = session
  // Reading the page first adds the values of its secret fields to the mask.
  await seePage(page, mask)
  const box = ref === undefined ? undefined : await locate(page, ref)?.boundingBox({ timeout: 2000 })
  const bytes = await takePicture(page, mask, box ?? undefined)
  const kept = await images.keep(bytes, 'page.jpg')
  if (!kept.ok) return failed(kept.code, kept.text)
  const where = { url: mask.text(page.url()), title: mask.text(await page.title()) }
  return {
    ok: true,
    text: `${frameText(where)}\n${imageText(kept.image)}`,
    attachments: [imageAttachment(kept.image)],
  }
}

async function tabs({ tab }: BrowserInput, session: Session): Promise<ToolOutcome> {
  if (tab !== undefined && session.choose(tab - 1) === undefined)
    return failed('no_such_tab', `there is no tab ${tab}`)
  const lines = await Promise.all(
    session.pages.map(async (page, at) => {
      const title = session.mask.text(await page.title().catch(() => ''))
      return `${page === session.page ? '*' : ' '} ${at + 1}. ${session.mask.text(page.url())} “${title.slice(0, 100)}”`
    }),
  )
  return { ok: true, text: lines.join('\n') }
}

const WAIT_TICK = 100

async function waitFor(
  { text, seconds = 2 }: BrowserInput,
  { session, context }: PerformParts,
): Promise<Failure | undefined> {
  const most = (text === undefined ? seconds : seconds || 10) * 1000
  for (let waited = 0; ; waited += WAIT_TICK) {
    if (context.signal.aborted) return failed('cancelled', 'the call was stopped')
    if (text !== undefined) {
      const page = await seePage(session.page, session.mask).catch(() => undefined)
      if (page?.lines.some((line) => line.toLowerCase().includes(text.toLowerCase())) === true)
        return undefined
    }
    if (waited >= most)
      return text === undefined
        ? undefined
        : failed('not_there', `the page did not show “${text}” in ${most / 1000} seconds`)
    await new Promise((tick) => setTimeout(tick, WAIT_TICK))
  }
}

/** The report to the model after an action: the current page, its new lines, and the requests that were stopped. */
async function after(parts: PerformParts, done: string): Promise<ToolOutcome> {
  const { session } = parts
  const refused = await unreadable(parts)
  if (refused !== undefined) return { ...refused, text: [refused.text, ...sideEffects(session)].join('\n') }
  const before = lastPages.get(session)
  const page = await seePage(session.page, session.mask).catch(() => undefined)
  if (page === undefined)
    return {
      ok: true,
      text: [done, 'The page is still loading.', ...sideEffects(session)].filter(Boolean).join('\n'),
    }
  lastPages.set(session, page)
  const isSame = before?.documents.split(' ')[0] === page.documents.split(' ')[0] && before !== undefined
  const lines = isSame ? newLines(before.lines, page.lines) : page.lines
  const text = lines.length === 0 ? '[nothing on the page changed]' : fitting(lines, AFTER_BYTES)
  const head = isSame ? `${frameText(page)}\n[new on the page]` : frameText(page)
  return {
    ok: true,
    text: [
      ...(done === '' ? [] : [done]),
      lines.length === 0 ? `[${page.url}] ${text}` : `${head}\n${text}`,
      ...sideEffects(session),
    ].join('\n'),
  }
}

/** Side effects of the action: dialogs, notes and dropped requests. */
function sideEffects({ guard, dialogs, mask }: Session): readonly string[] {
  const { dropped, notes } = guard.take()
  const messages = dialogs.splice(0).map((text) => `[${mask.text(text)}]`)
  return [
    ...messages,
    ...notes.map((note) => `[${note}]`),
    ...(dropped === 0
      ? []
      : [`[${dropped} ${dropped === 1 ? 'request' : 'requests'} to other hosts dropped]`]),
  ]
}

/** The error message without secrets: Playwright's messages contain the elements and values that it looked for. */
export function problemText({ mask }: Session, cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return mask
    .text(text)
    .replaceAll(/\p{Cc}\[\d+m/gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join(' ')
    .slice(0, 500)
}

export function failed(code: string, text: string): Failure {
  return { ok: false, code, text }
}
