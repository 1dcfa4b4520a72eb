import type { AddressInfo } from 'node:net'
import { ENDLESS, endlessModel, peak } from '../../../apps/cli/src/testing/endless-model.ts'
import { WIRE_FORMATS } from '../../../apps/server/src/providers/testing/wire-formats.ts'
import { wireServer, type Play } from '../../../apps/server/src/providers/testing/wire-server.ts'
import { scriptedModel } from '../../../apps/server/src/testing/scripted-model.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import type { Person, Snapshot } from '../person.ts'
import type { Product } from '../product.ts'

export const ANTHROPIC = 'anthropic/claude-sonnet-5'

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')! // one of the list
const answer = anthropic.answer({ text: ['half of it'], calls: [] })
const HALF = answer.slice(0, -anthropic.ending)

/** A server whose provider behaves like this, and a thread that has just sent a request to it. */
export async function asked(
  ground: Ground,
  plays: readonly Play[],
  env: Readonly<Record<string, string>> = {},
): Promise<{
  readonly server: Product
  readonly person: Person
  readonly thread: string
  readonly requests: () => number
}> {
  const wire = await wireServer(plays)
  ground.later(() => wire.close())
  const server = await ground.start({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k', ...env })
  const person = await server.person()
  const thread = await person.newChat('default', { model: ANTHROPIC })
  await person.say(thread, 'go')
  return { server, person, thread, requests: () => wire.bodies.length }
}

const silent: readonly Attack[] = [
  {
    point: 10,
    name: 'a provider that takes the request and says nothing',
    long: true,
    async run(ground) {
      const { server, person, thread } = await asked(ground, [{ kind: 'mute' }], {
        COUNTERSIGN_LOCAL_MODEL_SILENCE: '2',
      })
      const waiting = await eventually(
        () => person.look(thread),
        ({ quiet_ms }) => (quiet_ms ?? 0) > 800,
      )
      hold(waiting.quiet_ms !== undefined, 'the page is not told that it waits')
      const { turn } = await person.ended(thread, 120_000)
      hold(turn?.state === 'failed' && /silent|answer|second/.test(turn.error ?? ''), JSON.stringify(turn))
      await server.kill('SIGTERM')
    },
  },
  {
    point: 10,
    name: 'a provider that falls silent in the middle is left, told, and not asked again',
    async run(ground) {
      const { server, person, thread, requests } = await asked(ground, [{ kind: 'hang', events: HALF }], {
        COUNTERSIGN_LOCAL_MODEL_SILENCE: '2',
      })
      const { turn, messages } = await person.ended(thread)
      hold(
        turn?.state === 'failed' && (turn.error ?? '').includes('in the middle of its answer'),
        JSON.stringify(turn),
      )
      hold(messages.at(-1)?.text === 'half of it', 'what it had said is gone')
      hold(requests() === 1, `it was asked ${requests()} times`)
      await server.kill('SIGTERM')
    },
  },
  {
    point: 10,
    name: 'the time of a silent provider counts as work',
    long: true,
    async run(ground) {
      const { server, person, thread } = await asked(ground, [{ kind: 'mute' }], {
        COUNTERSIGN_MAX_WORK: '1',
      })
      const [card] = await person.asked(thread)
      await person.answer(card, 'deny')
      const { turn } = await person.ended(thread)
      hold(turn?.budget?.reason === 'wall_clock', JSON.stringify(turn))
      await server.kill('SIGTERM')
    },
  },
]

/** Memory limit of a server in megabytes. */
const MOST = 600

const endless: readonly Attack[] = Object.keys(ENDLESS).map((kind) => ({
  point: 11,
  name: `an endless answer: ${kind}`,
  ...(kind === 'text' ? {} : { long: true }),
  async run(ground) {
    const provider = endlessModel()
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
    ground.later(async () => {
      provider.closeAllConnections()
      provider.close()
    })
    const { port } = provider.address() as AddressInfo // it listens on a port
    const server = await ground.start({
      COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}/${encodeURIComponent(kind)}`,
    })
    const person = await server.person()
    const thread = await person.newChat('default')
    await person.say(thread, 'go')
    const over = ({ calls, turn }: Snapshot) =>
      turn?.state === 'failed' || calls.some(({ state }) => state === 'waiting')
    const { calls, turn } = await eventually(() => person.look(thread), over, {
      within: 120_000,
      what: 'its end',
    })
    const most = peak(await server.serverPid())
    hold(most > 50 && most < MOST, `the server had ${Math.round(most)} MB`)
    if (kind === 'a line without an end') hold((turn?.error ?? '') !== '', 'the failure has no words')
    else {
      await person.answer(
        calls.find(({ state }) => state === 'waiting'),
        'deny',
      )
      const ended = await person.ended(thread)
      hold(ended.turn?.budget?.reason === 'bytes', JSON.stringify(ended.turn))
    }
    await server.kill('SIGTERM')
  },
}))

const WRITES = 7
const SIZE = 2_000_000

const snapshots: Attack = {
  point: 11,
  name: 'seven writes of a file of 2 MB do not make the chat heavy',
  async run(ground) {
    let step = 0
    const model = await scriptedModel(() => {
      step += 1
      const content = `${step}`.repeat(SIZE)
      if (step > WRITES) return { text: 'done' }
      return { calls: [{ name: 'files.write', args: { path: 'large.txt', content } }] }
    })
    ground.later(() => model.close())
    const server = await ground.start({
      ...model.env,
      COUNTERSIGN_MAX_ANSWER: '3000000',
      // The script counts its requests, so nothing may be summarized in between.
      COUNTERSIGN_MAX_HISTORY: '10000000',
    })
    const person = await server.person()
    const thread = await person.newChat('auto')
    await person.say(thread, 'go')
    const { calls } = await person.ended(thread)
    hold(
      calls.filter(({ state }) => state === 'succeeded').length === WRITES,
      `the file was not written: ${JSON.stringify(calls).slice(0, 3000)}`,
    )
    const { length } = await (await person.page.request(`/api/threads/${thread}`)).text()
    hold(length < 500_000, `the chat is ${length} characters long`)
    await server.kill('SIGTERM')
  },
}

export const PROVIDERS: readonly Attack[] = [...silent, ...endless, snapshots]
