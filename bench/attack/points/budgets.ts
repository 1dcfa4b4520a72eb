import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { wireServer } from '../../../apps/server/src/providers/testing/wire-server.ts'
import { BUDGETS } from '../../../apps/server/src/turns/testing/budget-cases.ts'
import type { Attack } from '../attack.ts'
import { hold } from '../outcome.ts'
import { ANTHROPIC } from './providers.ts'

/** The short form runs only the budget that models exceed most often. */
const SHORT = ['iterations']

export const BUDGETS_ASK: readonly Attack[] = BUDGETS.map(
  ({ reason, plays, env, mode = 'default', title }) => ({
    point: 12,
    name: `the limit of ${reason} asks, in ${mode}`,
    ...(SHORT.includes(reason) && mode === 'default' ? {} : { long: true }),
    async run(ground) {
      const wire = await wireServer(plays)
      ground.later(() => wire.close())
      const server = await ground.start({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k', ...env })
      await writeFile(join(server.place.workspace, 'long.txt'), 'all work and no play\n'.repeat(5000))
      const person = await server.person()
      const thread = await person.newChat(mode, { model: ANTHROPIC })
      await person.say(thread, 'go')
      const [card] = await person.asked(thread)
      hold(card?.title === title, `the card says: ${card?.title}`)
      const answered = await person.answer(card, 'deny')
      hold(answered.ok, `the answer is refused: ${answered.status}`)
      const { turn, messages } = await person.ended(thread)
      hold(
        turn?.state === 'done' && turn.budget?.reason === reason,
        JSON.stringify(await person.get(`/api/threads/${thread}`)),
      )
      hold(
        messages.some(({ text }) => text.includes('So far.')),
        'what was said is gone',
      )
      await server.kill('SIGTERM')
    },
  }),
)
