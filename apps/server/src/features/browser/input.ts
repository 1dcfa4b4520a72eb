import { z } from 'zod'
import { REF } from './page/look.ts'

/** Read-only actions. Only the kind of an action makes it a read. */
export const READS = ['snapshot', 'screenshot', 'tabs', 'scroll', 'wait', 'hand_over'] as const
const GOES = ['navigate', 'back', 'open_tab'] as const
const ACTS = ['click', 'select', 'check', 'hover', 'press', 'type', 'download', 'upload'] as const

const Ref = z.string().regex(REF).optional()

/** Every argument is optional in the schema, because a union would make it three times as long; `missing` checks which ones an action needs. */
export const BrowserInput = z.object({
  action: z.enum([...READS, ...GOES, ...ACTS]),
  url: z.string().max(4000).optional().describe('navigate, open_tab'),
  ref: Ref.describe('element from a snapshot, such as e12'),
  text: z.string().max(10_000).optional().describe('type; wait: until the page shows it'),
  secret: z.string().max(100).optional().describe('type: name of a saved secret, instead of text'),
  key: z.string().max(40).optional().describe('press: Enter, Escape, ArrowDown…'),
  value: z.string().max(500).optional().describe('select: label or value; check: "off" clears'),
  path: z.string().max(1000).optional().describe('upload, download: file in the workspace'),
  find: z.string().max(200).optional().describe('snapshot: only lines with this text'),
  depth: z.number().int().min(1).max(40).optional().describe('snapshot'),
  tab: z.number().int().min(1).max(5).optional().describe('tabs: switch to it'),
  down: z.number().int().min(-20).max(20).optional().describe('scroll: screens, 1 by default'),
  seconds: z.number().min(0).max(30).optional().describe('wait'),
  why: z.string().max(500).optional().describe('hand_over'),
  accept_dialog: z.boolean().optional().describe('click: accept the dialog it opens'),
})
export type BrowserInput = z.infer<typeof BrowserInput>

export function isRead({ action }: Pick<BrowserInput, 'action'>): boolean {
  return READS.some((one) => one === action)
}

/** Whether the action opens a browser if there is none yet. */
export function opens({ action }: Pick<BrowserInput, 'action'>): boolean {
  return action === 'navigate' || action === 'open_tab'
}

/** Whether the action uploads or saves a file of the workspace. */
export function usesFile(input: BrowserInput): input is BrowserInput & { readonly path: string } {
  return input.path !== undefined && (input.action === 'upload' || input.action === 'download')
}

/** Reports a required argument that is missing, as a sentence. */
export function missing(input: BrowserInput): string | undefined {
  const { action, url, ref, text, secret, key, path, why, value } = input
  const lacks = (name: string) => `\`${action}\` needs \`${name}\``
  if ((action === 'navigate' || action === 'open_tab') && url === undefined) return lacks('url')
  if (ACTS.some((one) => one === action) && action !== 'press' && ref === undefined) return lacks('ref')
  if (action === 'type' && (text === undefined) === (secret === undefined))
    return '`type` needs either `text` or `secret`'
  if (action === 'press' && key === undefined) return lacks('key')
  if (action === 'select' && value === undefined) return lacks('value')
  if ((action === 'upload' || action === 'download') && path === undefined) return lacks('path')
  if (action === 'hand_over' && why === undefined) return lacks('why')
  return undefined
}

const WORDS: Readonly<Record<BrowserInput['action'], string>> = {
  snapshot: 'Read the page',
  screenshot: 'Look at the page',
  tabs: 'List tabs',
  scroll: 'Scroll',
  wait: 'Wait for the page',
  hand_over: 'Hand the browser over',
  navigate: 'Open',
  back: 'Go back',
  open_tab: 'Open a tab:',
  click: 'Click',
  select: 'Choose',
  check: 'Tick',
  hover: 'Point at',
  press: 'Press',
  type: 'Type into',
  download: 'Download',
  upload: 'Upload',
}

/** Verb and object. The name of an element is known only after the page is inspected: see `inspect.ts`. */
export function titleOf({ action, url, ref, key, path, why }: BrowserInput): string {
  const object = {
    navigate: url,
    open_tab: url,
    press: key,
    upload: path,
    download: path,
    hand_over: why && `: ${why}`,
  }[
    action as string // the others have no object of their own
  ]
  const words = WORDS[action]
  return [words, object ?? ref]
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(' : ', ': ')
    .slice(0, 200)
}
