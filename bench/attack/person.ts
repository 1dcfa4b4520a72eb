import { z } from 'zod'
import { signInPage, type TestPage } from '../../apps/server/src/testing/page.ts'
import { eventually } from './outcome.ts'

const Call = z.object({
  id: z.string(),
  tool: z.string(),
  title: z.string(),
  state: z.string(),
  hash: z.string(),
  error_code: z.string().nullish(),
  ended_at: z.number().nullable(),
})
const Turn = z.object({
  state: z.string(),
  error: z.string().nullish(),
  budget: z.object({ reason: z.string() }).nullish(),
})
const Message = z.object({
  role: z.string(),
  text: z.string(),
  turn_id: z.string().nullish(),
  cut: z.string().optional(),
})
const Snapshot = z.object({
  thread: z.object({ permission_mode: z.string() }),
  messages: z.array(Message),
  calls: z.array(Call),
  turn: Turn.nullable(),
  streaming: z.string(),
  quiet_ms: z.number().optional(),
})
const Created = z.object({ thread_id: z.string() })
const Rows = z.object({ rows: z.array(z.object({ kind: z.string() })) })
const Rules = z.object({ rules: z.array(z.object({ id: z.string(), text: z.string() })) })

export type Call = z.infer<typeof Call>
export type Snapshot = z.infer<typeof Snapshot>

const ENDED: readonly (string | undefined)[] = ['done', 'failed', 'cancelled']

/** A tool call, as a message gives it to the obedient model. */
export interface Wanted {
  readonly name: string
  readonly args: unknown
}

/** The model of every server in the suite. */
export const MODEL = 'compatible/any'

/** A person at a signed-in page; all their actions go over HTTP, signed. */
export class Person {
  readonly page: TestPage
  readonly origin: string

  private constructor(page: TestPage, origin: string) {
    this.page = page
    this.origin = origin
  }

  static async signIn(address: string): Promise<Person> {
    return new Person(await signInPage(address), new URL(address).origin)
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.page.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  }

  async get(path: string): Promise<unknown> {
    return (await this.page.request(path)).json()
  }

  command(command: Readonly<Record<string, unknown>>): Promise<Response> {
    return this.send('POST', '/api/commands', command)
  }

  /** An address that signs in another page. */
  async newAddress(): Promise<string> {
    const made: unknown = await (await this.send('POST', '/api/session/codes', {})).json()
    return z.object({ address: z.string() }).parse(made).address
  }

  async newChat(mode: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await this.command({
      type: 'thread_create',
      model: MODEL,
      permission_mode: mode,
      ...more,
    })
    const said: unknown = await answer.json()
    const created = Created.safeParse(said)
    if (!created.success) throw new Error(`no chat: ${JSON.stringify(said)}`)
    return created.data.thread_id
  }

  async say(thread: string, text: string): Promise<void> {
    const answer = await this.command({ type: 'turn_start', thread_id: thread, text })
    if (!answer.ok) throw new Error(`no turn: ${await answer.text()}`)
  }

  /** A new thread in which the model makes these calls, in one step. */
  async begin(
    mode: string,
    calls: readonly Wanted[],
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const thread = await this.newChat(mode, more)
    await this.say(thread, JSON.stringify({ calls }))
    return thread
  }

  async look(thread: string): Promise<Snapshot> {
    return Snapshot.parse(await this.get(`/api/threads/${thread}`))
  }

  /** The thread once its turn has ended. */
  ended(thread: string, within = 90_000): Promise<Snapshot> {
    return eventually(
      () => this.look(thread),
      ({ turn }) => ENDED.includes(turn?.state),
      { within, what: 'the end of the turn' },
    )
  }

  /** The waiting calls, once there are this many. */
  async asked(thread: string, count = 1): Promise<readonly Call[]> {
    const waiting = ({ calls }: Snapshot) => calls.filter(({ state }) => state === 'waiting')
    const seen = await eventually(
      () => this.look(thread),
      (snapshot) => waiting(snapshot).length >= count || ENDED.includes(snapshot.turn?.state),
      { what: `${count} cards` },
    )
    if (waiting(seen).length < count) throw new Error(`no card came: ${JSON.stringify(seen.calls)}`)
    return waiting(seen)
  }

  answer(call: Call | undefined, decision: 'allow_once' | 'deny'): Promise<Response> {
    const { id, hash } = call ?? {}
    return this.command({ type: 'tool_approval_response', tool_call_id: id, decision, hash })
  }

  async stateOf(thread: string, call: string): Promise<string | undefined> {
    return (await this.look(thread)).calls.find(({ id }) => id === call)?.state
  }

  async auditRows(): Promise<z.infer<typeof Rows>['rows']> {
    return Rows.parse(await this.get('/api/audit?newest=true')).rows
  }

  async rules(): Promise<readonly string[]> {
    return Rules.parse(await this.get('/api/rules')).rules.map(({ text }) => text)
  }

  /** The complete result of a call. */
  async resultOf(call: string): Promise<string> {
    return (await this.page.request(`/api/calls/${call}/result`)).text()
  }
}
