import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEYS } from '../../../apps/server/src/sandbox/testing/keys.ts'
import type { Attack } from '../attack.ts'
import { hold, Skipped } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import { give } from '../product.ts'

const VALUE = 'a-key-of-the-person'

/** Creates a file of the person and every folder above it, owned by the setting's account. */
async function put({ setting }: Ground, folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  for (let at = file; at !== folder && at.startsWith(folder); at = dirname(at))
    await give(at, setting.account)
}

const needsSandbox = ({ setting }: Ground) => {
  if (!setting.sandbox)
    throw new Skipped('without a sandbox a script can read what the person can; the threat model says so')
}

const keys: readonly Attack[] = KEYS.map((key) => ({
  point: 4,
  name: `a script reads ~/${key}`,
  async run(ground) {
    needsSandbox(ground)
    await put(ground, ground.server.place.userHome, key, VALUE)
    const { output } = await ground.agentRuns(
      `cat ~/${key}; cat "$(readlink -f ~/${key})"; cp -r ~/${key} stolen; cat stolen; tar c ~/${key} | strings; true`,
    )
    hold(!output.includes(VALUE), `it has it: ${output.slice(0, 300)}`)
  },
}))

const others: readonly Attack[] = [
  {
    point: 4,
    name: 'a command that names a key of the home folder asks, in auto and without a sandbox too',
    async run({ person, server }) {
      for (const command of ['cat ~/.ssh/id_rsa', `cat ${server.place.home}/token`]) {
        const thread = await person.begin('auto', [{ name: 'terminal.exec', args: { command } }])
        const [card] = await person.asked(thread)
        hold(card !== undefined, `${command} ran`)
        await person.answer(card, 'deny')
      }
    },
  },
  {
    point: 4,
    name: 'a script reads the token, the key of secrets and the database of the gate',
    async run(ground) {
      needsSandbox(ground)
      const { home } = ground.server.place
      const token = await ground.server.token()
      const { output } = await ground.agentRuns(
        `cat '${home}/token'; ls -R '${home}'; cat '${home}/postgres-control/password'; cat /proc/*/environ | tr '\\0' '\\n' | grep -a COUNTERSIGN_; true`,
      )
      hold(!output.includes(token) && !/PG_VERSION|COUNTERSIGN_HOME=/.test(output), output.slice(0, 300))
    },
  },
  {
    point: 4,
    name: 'a script reads the .env of the workspace, which no rule opened',
    async run(ground) {
      needsSandbox(ground)
      await put(ground, ground.server.place.workspace, '.env', `API_TOKEN=${VALUE}`)
      await put(ground, ground.server.place.workspace, 'app/.env.test', `API_TOKEN=${VALUE}`)
      const { output } = await ground.agentRuns('cat .env app/.env.test; cp .env e; base64 e; true')
      hold(
        !output.includes(VALUE) && !output.includes(Buffer.from(VALUE).toString('base64').slice(0, 12)),
        output.slice(0, 300),
      )
      hold(output.includes('allow @secrets(.env)'), 'the rule that opens it is not named')
    },
  },
  {
    point: 4,
    name: 'what is masked on the card is masked for the model',
    async run({ person, file }) {
      const key = `sk-ant-${'a1b2'.repeat(8)}`
      await file('notes.txt', `one\nkey ${key}\nDB_PASSWORD=correcthorse\nlast\n`)
      const thread = await person.begin('auto', [
        { name: 'files.read', args: { path: 'notes.txt' } },
        { name: 'terminal.exec', args: { command: 'cat notes.txt' } },
      ])
      const { calls } = await person.ended(thread)
      for (const { id } of calls) {
        const text = await person.resultOf(id)
        hold(!text.includes(key) && !text.includes('correcthorse'), `it is shown: ${text.slice(0, 200)}`)
        hold(text.includes('last'), 'the file was not read at all')
      }
    },
  },
  {
    point: 4,
    name: 'the environment of a command has no key of the server',
    long: true,
    async run(ground) {
      const server = await ground.start({ ANTHROPIC_API_KEY: 'sk-ant-not-for-commands', SOME_SECRET: VALUE })
      const at = { person: await server.person(), place: server.place }
      const { output } = await ground.agentRuns('env; cat /proc/self/environ; true', { at })
      await server.kill('SIGTERM')
      hold(!output.includes('not-for-commands') && !output.includes(VALUE), 'it is there')
    },
  },
]

export const SECRETS: readonly Attack[] = [...keys, ...others]
