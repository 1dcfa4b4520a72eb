import { z } from 'zod'
import { defineBody } from '../bodies.ts'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { Done } from '../common.ts'

const Field = z.object({ name: z.string(), value: z.string(), masked: z.boolean() })

/** What an action of the browser would do, on the page as it was when it was proposed. */
export const browserBody = defineBody({
  kind: 'browser.action',
  data: z.object({
    action: z.string(),
    /** The page: its title and address, without secrets. */
    title: z.string(),
    url: z.string(),
    /** It is a host of this machine or network. */
    private: z.boolean(),
    element: z.object({ role: z.string(), name: z.string() }).optional(),
    /** The element in its surroundings: an image, and where in it the element is, in pixels. */
    picture: z
      .object({
        id: z.string(),
        width: z.number(),
        height: z.number(),
        box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
      })
      .optional(),
    /** Where it leads, if that is not the page. */
    to: z.string().optional(),
    sends: z.object({ method: z.string(), url: z.string(), fields: z.array(Field) }).optional(),
    /** What is typed, chosen or pressed. */
    input: z.string().optional(),
    file: z.string().optional(),
  }),
  about: 'An action in the browser: the page, the element with a picture, and what it would send',
})
export type BrowserAction = z.infer<(typeof browserBody)['data']>

/** A browser of a chat, as its pane shows it. */
export const BrowserView = z.object({
  /** Null: none is open. */
  page: z.object({ url: z.string(), title: z.string(), tabs: z.number().int() }).nullable(),
  held: z.boolean(),
  /** Requests to other hosts that were dropped. */
  dropped: z.number().int(),
  /** The Chromium that is used; null: there is none. */
  chromium: z.object({ path: z.string(), source: z.string() }).nullable(),
  /** What *Download a browser* would download, in bytes; null: there is none for this machine. */
  bring: z.object({ bytes: z.number().int(), name: z.string(), brought: z.boolean() }).nullable(),
})
export type BrowserView = z.infer<typeof BrowserView>

export const LoginView = z.object({ origin: z.string(), cookies: z.number().int(), kept_at: z.number() })
export type LoginView = z.infer<typeof LoginView>

/** One action of the agent, for people to look back at. */
export const TraceEntry = z.object({
  id: z.number().int(),
  at: z.number(),
  action: z.string(),
  element: z.object({ role: z.string(), name: z.string() }).nullable(),
  url: z.string(),
  /** What was typed, chosen or pressed; never a secret. */
  input: z.string().nullable(),
  ok: z.boolean(),
  /** Images. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type TraceEntry = z.infer<typeof TraceEntry>

const ofThread = z.object({ thread_id: ThreadId })
const Logins = z.object({ logins: z.array(LoginView) })

export const browserRoutes = {
  state: defineRoute({
    method: 'GET',
    path: '/api/browser',
    needs: 'read',
    about: 'the browser of a chat: its page, who has it, and which Chromium is used',
    query: ofThread,
    reply: BrowserView,
  }),
  close: defineRoute({
    method: 'POST',
    path: '/api/browser/close',
    needs: 'person',
    about: 'closes the browser of a chat, with its pages and its profile',
    body: ofThread,
    reply: Done,
  }),
  trace: defineRoute({
    method: 'GET',
    path: '/api/browser/trace',
    needs: 'read',
    about: 'what the agent of a chat did in its browser, with pictures before and after',
    query: ofThread,
    reply: z.object({ entries: z.array(TraceEntry) }),
  }),
  script: defineRoute({
    method: 'GET',
    path: '/api/browser/script',
    needs: 'read',
    about: 'the same as a Playwright script',
    query: ofThread,
    reply: z.object({ text: z.string() }),
  }),
  logins: defineRoute({
    method: 'GET',
    path: '/api/browser/logins',
    needs: 'read',
    about: 'logins that you kept, by origin; never what is in them',
    reply: Logins,
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/api/browser/logins',
    needs: 'person',
    about: 'keeps the login of the page that is open: its cookies, encrypted, for later chats that you lead',
    body: ofThread,
    reply: Logins,
  }),
  forget: defineRoute({
    method: 'POST',
    path: '/api/browser/logins/forget',
    needs: 'person',
    about: 'removes a login that you kept',
    body: z.object({ origin: z.string() }),
    reply: Logins,
  }),
  bring: defineRoute({
    method: 'POST',
    path: '/api/browser/bring',
    needs: 'person',
    about: 'downloads a Chromium into the data folder',
    reply: Done,
  }),
  removeBrought: defineRoute({
    method: 'POST',
    path: '/api/browser/brought/remove',
    needs: 'person',
    about: 'removes the Chromium that was brought',
    reply: Done,
  }),
}

/** The socket on which a person sees the browser of a chat, and takes it. */
export const BROWSER_SOCKET = '/ws/browser'

const Point = { x: z.number(), y: z.number() }
const Modifiers = z.number().int().min(0).max(15).default(0)

/** What a person does on it. Everything but looking needs that they took the browser. */
export const BrowserAsked = z.discriminatedUnion('type', [
  z.object({ type: z.literal('take') }),
  z.object({ type: z.literal('give_back') }),
  z.object({ type: z.literal('answer'), yes: z.boolean() }),
  z.object({
    type: z.literal('mouse'),
    event: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
    ...Point,
    button: z.enum(['none', 'left', 'middle', 'right']).default('none'),
    clicks: z.number().int().min(0).max(3).default(0),
    dx: z.number().default(0),
    dy: z.number().default(0),
    modifiers: Modifiers,
  }),
  z.object({
    type: z.literal('key'),
    event: z.enum(['keyDown', 'keyUp']),
    key: z.string().max(40),
    code: z.string().max(40),
    text: z.string().max(10).default(''),
    key_code: z.number().int().default(0),
    modifiers: Modifiers,
  }),
  z.object({ type: z.literal('paste'), text: z.string().max(100_000) }),
  z.object({ type: z.literal('go'), url: z.string().max(4000) }),
  z.object({ type: z.literal('move'), where: z.enum(['back', 'forward', 'reload']) }),
])
export type BrowserAsked = z.infer<typeof BrowserAsked>

/** What it says; frames of the picture are binary, JPEG. */
export const BrowserSaid = z.object({
  type: z.literal('state'),
  url: z.string(),
  title: z.string(),
  tabs: z.number().int(),
  /** Who has it: nobody but the agent, this page, or another one. */
  holder: z.enum(['agent', 'you', 'other']),
  dropped: z.number().int(),
  /** A request with values that the agent typed, which waits for a yes. */
  question: z.object({ method: z.string(), url: z.string(), bytes: z.number(), body: z.string() }).nullable(),
  /** Why what was asked did not happen. */
  problem: z.string().nullable(),
})
export type BrowserSaid = z.infer<typeof BrowserSaid>
