import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { scriptedModel } from '../../../apps/server/src/testing/scripted-model.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import { Person } from '../person.ts'
import { freePort, Product } from '../product.ts'

const HALF = 'The first half of an answer'

/** A server whose model gives half an answer and then hangs or breaks, and the requests that the model received. */
async function halfServer(ground: Ground) {
  const model = await scriptedModel(({ messages }) => {
    const asked = messages.findLast(({ role }) => role === 'user')?.content
    if (asked === 'hang') return { text: HALF, end: 'hang' }
    if (asked === 'break') return { text: HALF, end: 'error' }
    return { text: 'well' }
  })
  ground.later(() => model.close())
  const server = await ground.start(model.env)
  return { model, server, person: await server.person() }
}

const kept: readonly Attack[] = [
  {
    point: 7,
    name: 'a stop in the middle of an answer, and a failure in the middle of one',
    async run(ground) {
      const { model, server, person } = await halfServer(ground)
      for (const [word, cut] of [
        ['hang', 'stopped'],
        ['break', 'failed'],
      ] as const) {
        const thread = await person.newChat('default')
        await person.say(thread, word)
        if (word === 'hang') {
          await eventually(
            () => person.look(thread),
            ({ streaming }) => streaming.includes('half'),
          )
          await person.command({ type: 'turn_stop', thread_id: thread })
        }
        const { messages } = await person.ended(thread)
        const last = messages.findLast(({ role }) => role === 'assistant')
        hold(last?.text === HALF && last.cut === cut, `${word}: ${JSON.stringify(last)}`)
        await person.say(thread, 'go on')
        await eventually(
          () => person.look(thread),
          ({ messages: all }) => all.at(-1)?.text === 'well',
          { what: 'the next answer' },
        )
        const told = JSON.stringify(model.requests.at(-1)?.messages)
        hold(
          told.includes(HALF) && told.includes('cut off here'),
          `the model does not know what it said: ${word}`,
        )
      }
      await server.kill('SIGTERM')
    },
  },
  {
    point: 7,
    name: 'a kill of the server in the middle of an answer leaves no turn that hangs',
    long: true,
    async run(ground) {
      const { server, person } = await halfServer(ground)
      const thread = await person.newChat('default')
      await person.say(thread, 'hang')
      await eventually(
        () => person.look(thread),
        ({ streaming }) => streaming.includes('half'),
      )
      await server.kill('SIGKILL')
      const again = await ground.start({}, server.place)
      const other = await Person.signIn(await again.address)
      await other.command({ type: 'turn_stop', thread_id: thread })
      await eventually(
        () => other.look(thread),
        ({ turn }) => turn === null || turn.state !== 'running',
        { what: 'the end of the turn' },
      )
      await again.kill('SIGTERM')
    },
  },
]

async function said(person: Person, thread: string): Promise<readonly [number, number]> {
  const { messages } = await person.look(thread)
  const mine = messages.filter(({ role }) => role === 'user')
  return [mine.length, new Set(mine.map(({ turn_id }) => turn_id)).size]
}

const again: readonly Attack[] = [
  ...[1, 2, 3].map((times): Attack => ({
    point: 8,
    name: `a message that is sent again ${times} ${times === 1 ? 'time' : 'times'}, all at once`,
    async run({ person }) {
      const thread_id = await person.newChat('default')
      const message = {
        type: 'turn_start',
        thread_id,
        text: '{"text":"hello"}',
        client_message_id: randomUUID(),
      }
      const answers = await Promise.all(Array.from({ length: times + 1 }, () => person.command(message)))
      hold(
        answers.every(({ ok }) => ok),
        'a copy is refused',
      )
      const [messages, turns] = await said(person, thread_id)
      hold(messages === 1 && turns === 1, `${messages} messages in ${turns} turns`)
      const other = await person.command({ ...message, text: '{"text":"other"}' })
      hold(!other.ok, 'another text under the same id was taken')
    },
  })),
  {
    point: 8,
    name: 'a message that is sent again across kills of the server',
    minutes: 10,
    async run(ground) {
      const model = await scriptedModel(() => ({ text: 'well' }))
      ground.later(() => model.close())
      const place = await ground.newPlace()
      const port = await freePort()
      let server = await Product.start(ground.setting, place, model.env, port)
      const person = await server.person()
      try {
        for (let round = 0; round < (ground.short ? 1 : 10); round += 1) {
          const thread_id = await person.newChat('default')
          const message = { type: 'turn_start', thread_id, text: 'hello', client_message_id: randomUUID() }
          // Killed at any moment of its processing: before, during, after.
          const first = person.command(message).catch(() => undefined)
          await delay(ground.short ? 5 : round * 3)
          await server.kill('SIGKILL')
          await first
          server = await Product.start(ground.setting, place, model.env, port)
          for (let copy = 0; copy < 3; copy += 1)
            hold((await person.command(message)).ok, `round ${round}: a copy is refused`)
          const [messages, turns] = await said(person, thread_id)
          hold(messages === 1 && turns === 1, `round ${round}: ${messages} messages in ${turns} turns`)
        }
      } finally {
        await server.remove()
      }
    },
  },
]

export const LOST_WORDS: readonly Attack[] = [...kept, ...again]
