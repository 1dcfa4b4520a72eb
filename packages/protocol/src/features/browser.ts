import { z } from 'zod'
import { defineBody } from '../bodies.ts'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { Done } from '../common.ts'

const Field = z.object({ name: z.string(), value: z.string(), masked: z.boolean() })

/** The effect of a browser action, on the page as it was when the action was proposed. */
export const browserBody = defineBody({
  kind: 'browser.action',
  data: z.object({
    action: z.string(),
    /** The page: its title and address, without secrets. */
    title: z.string(),
    url: z.string(),
    /** It is a host on this machine or network. */
    private: z.boolean(),
    element: z.object({ role: z.string(), name: z.string() }).optional(),
    /** The element in its surroundings: an image, and the position of the element in it, in pixels. */
    picture: z
      .object({
        id: z.string(),
        width: z.number(),
        height: z.number(),
        box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
      })
      .optional(),
    /** The target, if it is not the page itself. */
    to: z.string().optional(),
    sends: z.object({ method: z.string(), url: z.string(), fields: z.array(Field) }).optional(),
    /** The text that is typed, chosen or pressed. */
    input: z.string().optional(),
    file: z.string().optional(),
    /** The chat that the browser belongs to. */
    thread_id: ThreadId.optional(),
  }),
  about: 'An action in the browser: the page, the element with a picture, and what it would send',
})
export type BrowserAction = z.infer<(typeof browserBody)['data']>

/** The agent asks a person to take the browser. */
export const handOverBody = defineBody({
  kind: 'browser.hand_over',
  data: z.object({
    /** The reason, in the agent's words. */
    why: z.string(),
    /** The page, without secrets. */
    url: z.string(),
    thread_id: ThreadId,
  }),
  about: 'The agent asks a person to take the browser: why, and at which page. Handing it back is the yes',
})

/** A chat's browser, as its pane shows it. */
export const BrowserView = z.object({
  /** Null: no page is open. Address and title are empty while a person has the browser. */
  page: z.object({ url: z.string(), title: z.string(), tabs: z.number().int() }).nullable(),
  held: z.boolean(),
  /** How many requests to other hosts were dropped. */
  dropped: z.number().int(),
  /** The Chromium in use; null: there is none. The version is known of one that was downloaded. */
  chromium: z.object({ path: z.string(), source: z.string(), version: z.string().nullable() }).nullable(),
  /** Why a Chromium that is there cannot start, as a sentence. */
  why_not: z.string().nullable(),
  /** The download behind *Download a browser*; null: there is none for this machine. */
  bring: z
    .object({
      /** Bytes to download, and bytes on disk afterwards. */
      bytes: z.number().int(),
      disk: z.number().int(),
      name: z.string(),
      brought: z.boolean(),
      /** Null: no download is running. */
      progress: z
        .object({
          step: z.enum(['downloading', 'unpacking', 'checking']),
          done: z.number().int(),
          total: z.number().int(),
        })
        .nullable(),
      /** Why the last download failed, and what to do. */
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type BrowserView = z.infer<typeof BrowserView>

export const LoginView = z.object({ origin: z.string(), cookies: z.number().int(), kept_at: z.number() })
export type LoginView = z.infer<typeof LoginView>

/** One action of the agent, for later review. */
export const TraceEntry = z.object({
  id: z.number().int(),
  at: z.number(),
  action: z.string(),
  element: z.object({ role: z.string(), name: z.string() }).nullable(),
  url: z.string(),
  /** The text that was typed, chosen or pressed; never a secret. */
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
    about: 'a chat’s browser: its page, who controls it, and which Chromium it uses',
    query: ofThread,
    reply: BrowserView,
  }),
  close: defineRoute({
    method: 'POST',
    path: '/api/browser/close',
    needs: 'person',
    about: 'closes a chat’s browser, with its pages and profile',
    body: ofThread,
    reply: Done,
  }),
  trace: defineRoute({
    method: 'GET',
    path: '/api/browser/trace',
    needs: 'read',
    about: 'what the agent did in a chat’s browser, with pictures before and after',
    query: ofThread,
    reply: z.object({ entries: z.array(TraceEntry) }),
  }),
  script: defineRoute({
    method: 'GET',
    path: '/api/browser/script',
    needs: 'read',
    about: 'the same, as a Playwright script',
    query: ofThread,
    reply: z.object({ text: z.string() }),
  }),
  logins: defineRoute({
    method: 'GET',
    path: '/api/browser/logins',
    needs: 'read',
    about: 'saved logins, by origin; never their contents',
    reply: Logins,
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/api/browser/logins',
    needs: 'person',
    about: 'saves the login of the open page: its cookies, encrypted, for later chats of yours',
    body: ofThread,
    reply: Logins,
  }),
  forget: defineRoute({
    method: 'POST',
    path: '/api/browser/logins/forget',
    needs: 'person',
    about: 'removes a saved login',
    body: z.object({ origin: z.string() }),
    reply: Logins,
  }),
  bring: defineRoute({
    method: 'POST',
    path: '/api/browser/bring',
    needs: 'person',
    about: 'starts downloading a Chromium into the data folder; `GET /api/browser` says how far it is',
    reply: Done,
  }),
  removeBrought: defineRoute({
    method: 'POST',
    path: '/api/browser/brought/remove',
    needs: 'person',
    about: 'removes the downloaded Chromium',
    reply: Done,
  }),
}

/** The socket on which a person watches the browser of a thread, and takes control of it. */
export const BROWSER_SOCKET = '/ws/browser'

const Point = { x: z.number(), y: z.number() }
const Modifiers = z.number().int().min(0).max(15).default(0)

/** What a person does in it. Everything except watching requires that they have taken over the browser. */
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

/** What the browser reports; picture frames are binary JPEG. */
export const BrowserSaid = z.object({
  type: z.literal('state'),
  url: z.string(),
  title: z.string(),
  tabs: z.number().int(),
  /** Why the agent asks the person to take over; null: it does not. */
  asks: z.string().nullable(),
  /** Who controls it: only the agent, this page, or another page. */
  holder: z.enum(['agent', 'you', 'other']),
  dropped: z.number().int(),
  /** A request with values that the agent typed, waiting for a yes. */
  question: z.object({ method: z.string(), url: z.string(), bytes: z.number(), body: z.string() }).nullable(),
  /** Why the requested action did not happen. */
  problem: z.string().nullable(),
})
export type BrowserSaid = z.infer<typeof BrowserSaid>
