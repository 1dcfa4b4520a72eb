import type { Category, FileUse, Specifier } from '@countersign/policy'
import type { Capability } from '@countersign/agent'
import { isWeb, withoutHash } from './guard/requests.ts'
import { isRead, type BrowserInput } from './input.ts'
import type { ElementFacts } from './page/look.ts'

type UrlSpecifier = Extract<Specifier, { kind: 'url' }>

/** How the policy classifies an action. */
export interface ActionNature {
  readonly category: Category
  readonly destructive: boolean
  readonly capability: Capability
  readonly specifier: UrlSpecifier | Extract<Specifier, { kind: 'text' }>
  /** URLs that the page may go to once the action is approved. */
  readonly goes: readonly string[]
  readonly queries?: string
  /** The request that may be sent once after an approval. */
  readonly sends?: { readonly method: string; readonly url: string }
  /** The action is impossible, whatever anyone answers. */
  readonly refusal?: { readonly code: string; readonly text: string }
}

/**
 * Classifies an action. Only the kind of the action can make it a read; any content of the page can only make the result stricter: a word, a role, a
 * field or a target adds a built-in, an address or *destructive*, and never removes one.
 */
export function natureOf(
  input: BrowserInput,
  page: string | undefined,
  facts: ElementFacts | undefined,
  files: readonly FileUse[] = [],
): ActionNature {
  const base = {
    category: isRead(input) ? 'read' : 'external',
    destructive: false,
    capability: 'network',
  } as const
  const on = page === undefined || page === 'about:blank' ? undefined : page
  if (input.action === 'navigate' || input.action === 'open_tab') {
    const url = input.url ?? ''
    return { ...base, specifier: { kind: 'url', url }, goes: [url], ...badScheme(url) }
  }
  if (on === undefined) return { ...base, specifier: { kind: 'text', text: '' }, goes: [], ...noPage(input) }
  if (isRead(input) || facts === undefined) return { ...base, specifier: { kind: 'url', url: on }, goes: [] }
  return elementNature(input, { ...base, on }, facts, files)
}

function elementNature(
  input: BrowserInput,
  { on, ...base }: Pick<ActionNature, 'category' | 'destructive' | 'capability'> & { readonly on: string },
  facts: ElementFacts,
  files: readonly FileUse[],
): ActionNature {
  const { form, href } = facts
  const link = input.action === 'click' || input.action === 'download' ? href : null
  const submits = isSubmit(input, facts)
  const target = form?.action !== undefined && isWeb(form.action) ? form.action : on
  const also = [
    ...(link !== null && isWeb(link) && withoutHash(link) !== withoutHash(on) && input.action === 'click'
      ? [{ url: link }]
      : []),
    ...(submits ? [{ url: target, builtin: '@submit' as const }] : []),
    ...(input.action === 'download' || (input.action === 'click' && facts.downloads)
      ? [{ url: link !== null && isWeb(link) ? link : on, builtin: '@download' as const }]
      : []),
    ...(input.action === 'upload' ? [{ url: target, builtin: '@upload' as const }] : []),
  ]
  const posts = submits && form !== null && form.method !== 'GET' && form.method !== 'DIALOG'
  return {
    ...base,
    destructive: isDestructive(input, facts, submits),
    capability: input.action === 'type' && input.secret !== undefined ? 'secrets' : 'network',
    specifier: {
      kind: 'url',
      url: on,
      ...(also.length === 0 ? {} : { also }),
      ...(files.length === 0 ? {} : { files }),
    },
    goes: link !== null && isWeb(link) ? [link] : [],
    ...(submits && !posts ? { queries: target } : {}),
    ...(posts ? { sends: { method: form.method, url: target }, goes: [target] } : {}),
    ...(link === null ? {} : badLink(link)),
  }
}

/**
 * Whether an action submits a form: it activates a submit control, clicks anything but a field in a form with a password, or presses Enter
 * in a form.
 */
function isSubmit({ action, key }: BrowserInput, { form, submits, isField, type }: ElementFacts): boolean {
  if (form === null) return false
  if (action === 'click') return submits || (form.password && (!isField || BUTTONS.test(type)))
  return (
    action === 'press' &&
    /(?:^|\+)(?:Enter|Return|NumpadEnter|Space| )$/i.test(key ?? '') &&
    (/enter|return/i.test(key ?? '') || submits)
  )
}

const BUTTONS = /^(?:submit|button|image|reset)$/

/** Paying, closing an account and accepting a dialog cannot be undone, so they always need a person. */
function isDestructive(
  input: BrowserInput,
  { payment, form, name }: ElementFacts,
  submits: boolean,
): boolean {
  if (input.accept_dialog === true) return true
  if (input.action === 'type' && payment) return true
  if (submits && form?.payment === true) return true
  return (input.action === 'click' || submits) && LOSSES.test(name)
}

const LOSSES =
  /\b(?:delete|close|remove|deactivate|erase|cancel)\b.{0,20}\b(?:account|profile|workspace|organi[sz]ation|repository|subscription|everything|permanently)\b|\b(?:pay|buy|order|purchase)\b.{0,12}\bnow\b|\bplace\b.{0,12}\border\b|konto.{0,10}löschen|zahlungspflichtig|supprimer.{0,15}compte|eliminar.{0,15}cuenta/i

function badScheme(url: string) {
  return isWeb(url) && URL.canParse(url)
    ? {}
    : {
        refusal: {
          code: 'bad_url',
          text: `\`${url.slice(0, 100)}\` is not an http or https address; only those are opened`,
        },
      }
}

function badLink(href: string) {
  return isWeb(href) || /^(?:javascript|mailto|tel|sms):/i.test(href)
    ? {}
    : {
        refusal: {
          code: 'bad_url',
          text: `the link leads to \`${href.slice(0, 40)}\`, which is never opened`,
        },
      }
}

/** Also the message for a turn that continues in another process or after a restart, because a browser belongs to one process. */
const NO_PAGE =
  'no page is open: there was none yet, or the browser was closed and its pages are gone; `navigate` opens one'

function noPage({ action }: BrowserInput) {
  return action === 'tabs' || action === 'hand_over' ? {} : { refusal: { code: 'no_page', text: NO_PAGE } }
}
