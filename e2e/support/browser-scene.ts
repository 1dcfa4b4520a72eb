import { fileURLToPath } from 'node:url'
import { village } from '../../apps/server/src/features/browser/testing/village.ts'
import type { Village } from '../../apps/server/src/features/browser/testing/village.ts'
import { scriptedModel } from '../../apps/server/src/testing/scripted-model.ts'
import type {
  ScriptedAnswer,
  ScriptedModel,
  ScriptedRequest,
} from '../../apps/server/src/testing/scripted-model.ts'
import { makePlace } from './server.ts'
import type { Place } from './server.ts'
import { LOGIN, RETURN, SENT } from './browser-sites.ts'

export const PORTAL = 'http://vat.elsterhof.example'

/** One step of the agent, computed from the tool results of this turn so far. */
type Step = (heard: readonly string[]) => Record<string, unknown>

const open =
  (path: string): Step =>
  () => ({ action: 'navigate', url: `${PORTAL}${path}` })

/** The reference of the element whose line starts with this text, in the newest result that has one. */
const ref = (heard: readonly string[], begins: string): string => {
  for (const text of heard.toReversed()) {
    const line = text.split('\n').find((one) => one.replace(/^[\s·]+/, '').startsWith(begins))
    const found = line === undefined ? null : /\[((?:f\d+)?e\d+)\]/.exec(line)
    if (found?.[1] !== undefined) return found[1]
  }
  return 'e999'
}
const type =
  (field: string, text: string): Step =>
  (heard) => ({ action: 'type', ref: ref(heard, `textbox "${field}"`), text })
const click =
  (button: string): Step =>
  (heard) => ({ action: 'click', ref: ref(heard, button) })

/** The agent's steps for a message that starts with the key. */
const SCRIPT: Readonly<Record<string, readonly Step[]>> = {
  'Open the return': [open('/2026-10')],
  'Read the return': [() => ({ action: 'snapshot' })],
  'Look at the page': [() => ({ action: 'screenshot' })],
  'Fill in the return': [
    open('/2026-10'),
    type('Taxable sales 19 %', '48210.00'),
    type('Input tax', '3187.45'),
    click('button "Submit return"'),
  ],
  'Submit the return': [() => ({ action: 'snapshot' }), click('button "Submit return"')],
  'Sign in for me': [
    open('/login'),
    () => ({ action: 'hand_over', why: 'The portal wants your password.' }),
    () => ({ action: 'snapshot' }),
  ],
  'Fill in the sales': [() => ({ action: 'snapshot' }), type('Taxable sales 19 %', '48210.00')],
  'Save a draft': [() => ({ action: 'snapshot' }), click('button "Save draft"')],
}

export interface BrowserScene {
  readonly place: Place
  readonly village: Village
  readonly model: ScriptedModel
  /** All tool results that the model ever received. */
  heard(): string
  remove(): Promise<void>
}

/** The real server with a real Chromium for the agent, a set of local sites, and an agent that uses them. */
export async function browserScene(env: Readonly<Record<string, string>> = {}): Promise<BrowserScene> {
  const sites = await village()
  sites.serve('vat.elsterhof.example/login', LOGIN)
  sites.serve('vat.elsterhof.example/session', (_request, response) => {
    response
      .writeHead(303, { location: '/2026-10', 'set-cookie': 'session=k3pt; Path=/; HttpOnly; SameSite=Lax' })
      .end()
  })
  sites.serve('vat.elsterhof.example/2026-10', RETURN)
  sites.serve('vat.elsterhof.example/2026-10/submit', SENT)
  sites.serve('vat.elsterhof.example/2026-10/draft', '{}')
  const model = await scriptedModel(answer)
  const place = await makePlace(
    { 'ledger/2026-10.json': '{ "sales_19": 48210.0, "input_tax": 3187.45 }\n' },
    {
      ...model.env,
      COUNTERSIGN_MODEL: 'compatible/any',
      COUNTERSIGN_LOCAL_MODELS: 'off',
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('village-names.mjs', import.meta.url))}`,
      E2E_VILLAGE_PORT: String(sites.port),
      ...env,
    },
  )
  return {
    place,
    village: sites,
    model,
    heard: () => JSON.stringify(model.requests),
    async remove() {
      await place.remove()
      await model.close()
      await sites.close()
    },
  }
}

function answer({ messages }: ScriptedRequest): ScriptedAnswer {
  // The server also asks the model for the thread's title.
  if (
    !messages.some(({ role }) => role === 'assistant') &&
    JSON.stringify(messages[0]).includes('Write a title')
  )
    return { text: 'VAT return' }
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && typeof content === 'string')
  const words = JSON.stringify(messages[at]?.content)
  const steps = Object.entries(SCRIPT).find(([begin]) => words.includes(begin))?.[1] ?? []
  const told = messages.slice(at + 1)
  const done = told.filter(({ role }) => role === 'assistant').length
  const heard = told
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
  const step = steps[done]
  return step === undefined ? { text: 'Done.' } : { calls: [{ name: 'browser', args: step(heard) }] }
}
