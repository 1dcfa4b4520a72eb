import type { Frame, Page } from 'playwright-core'
import { z } from 'zod'
import type { Mask } from '../mask.ts'
import { ANSWER, ENGINE_NAME } from './engine.ts'

const Field = z.object({
  name: z.string(),
  value: z.string(),
  secret: z.boolean(),
})

/** The engine's facts about an element. All of them come from the page, so none is trusted. */
export const ElementFacts = z.object({
  documentId: z.string(),
  url: z.string(),
  title: z.string(),
  role: z.string(),
  name: z.string(),
  tag: z.string(),
  type: z.string(),
  href: z.string().nullable(),
  downloads: z.boolean(),
  isField: z.boolean(),
  secret: z.boolean(),
  payment: z.boolean(),
  submits: z.boolean(),
  form: z
    .object({
      action: z.string(),
      method: z.string(),
      password: z.boolean(),
      payment: z.boolean(),
      fields: z.array(Field),
    })
    .nullable(),
})
export type ElementFacts = z.infer<typeof ElementFacts>

const Line = z.object({ level: z.number(), text: z.string(), item: z.boolean().optional() })
const Snapshot = z.object({
  documentId: z.string(),
  gone: z.boolean().optional(),
  url: z.string().default(''),
  title: z.string().default(''),
  lines: z.array(Line),
  secrets: z.array(z.string()),
})
export type FrameSnapshot = z.infer<typeof Snapshot>
/** Timeout of one inspection in milliseconds. */
const LOOK_MS = 10_000

/** A ref that the model uses: `e12` in the page itself, `f2e12` in its second frame. */
export const REF = /^(?:f([1-9]\d?))?(e\d{1,6})$/

function frameOf(page: Page, ref: string): { readonly frame: Frame; readonly own: string } | undefined {
  const parts = REF.exec(ref)
  const frame = page.frames()[Number(parts?.[1] ?? 0)]
  return frame === undefined || parts?.[2] === undefined ? undefined : { frame, own: parts[2] }
}

export function locate(page: Page, ref: string) {
  const found = frameOf(page, ref)
  return found?.frame.locator(`${ENGINE_NAME}=ref ${found.own}`)
}

async function ask(frame: Frame, verb: string, input: object = {}): Promise<unknown> {
  const answer = await frame
    .locator(`${ENGINE_NAME}=${verb} ${JSON.stringify(input)}`)
    .getAttribute(ANSWER, { timeout: LOOK_MS })
  return JSON.parse(answer ?? 'null')
}

const Secrets = z.object({ secrets: z.array(z.string()) })

/** Returns undefined if the element is no longer on the page. Adds the values of secret fields around it to the mask. */
export async function factsOf(
  page: Page,
  ref: string,
  mask: Pick<Mask, 'addOfPage'>,
): Promise<ElementFacts | undefined> {
  const found = frameOf(page, ref)
  if (found === undefined) return undefined
  const answer = await ask(found.frame, 'facts', { ref: found.own }).catch(() => undefined)
  mask.addOfPage(Secrets.safeParse(answer).data?.secrets ?? [])
  return ElementFacts.safeParse(answer).data
}

export async function snapshotOf(
  frame: Frame,
  options: { readonly ref?: string | undefined; readonly depth?: number | undefined },
): Promise<FrameSnapshot> {
  return Snapshot.parse(await ask(frame, 'snapshot', options))
}

/** Locates every element that shows a secret, frame by frame, so that pictures can cover it. */
export function secretElements(page: Page, values: readonly string[]) {
  return page.frames().map((frame) => frame.locator(`${ENGINE_NAME}=secrets ${JSON.stringify({ values })}`))
}

/** Makes the engine start or stop watching what a person types. */
export async function watchPerson(page: Page, on: boolean): Promise<void> {
  await Promise.all(page.frames().map((frame) => ask(frame, 'watch', { on }).catch(() => undefined)))
}

/** Loads the engine into every frame early, so that it sees later changes of fields. */
export async function wake(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => ask(frame, 'ping').catch(() => undefined)))
}
