import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ServerProcess } from '../fleet/server-process.ts'
import type { Person } from './person.ts'

const TEXT = { type: 'string' }
const GRAPH = {
  version: 1,
  name: 'soak',
  inputs: { file: { schema: TEXT, default: 'notes/run.md' }, text: { schema: TEXT, default: 'x' } },
  outputs: {},
  nodes: [{ id: 'save', type: 'files.write', inputs: {}, bounds: ['notes/*.md'] }],
  edges: [
    { from: ['$input', 'file'], to: ['save', 'path'] },
    { from: ['$input', 'text'], to: ['save', 'content'] },
  ],
}
/** Documents in the collection; further ones replace older ones. */
const DOCUMENTS = 20

/** Starts a workflow run; its write asks, or runs if the mode allows it. */
export async function startRun(person: Person): Promise<void> {
  const { house, random } = person
  house.workflow ??= idOf(
    'workflow',
    await ask(person, 'POST', '/api/workflows', { name: 'soak', graph: GRAPH }),
  )
  if (house.workflow === undefined) return
  const name = person.newName()
  await ask(person, 'POST', `/api/workflows/${house.workflow}/runs`, {
    version: 'draft',
    inputs: { file: `notes/run-${random.below(DOCUMENTS)}.md`, text: `${name}\n` },
    mode: random.pick(['default', 'acceptEdits']),
  })
}

/** Adds a document to a collection, or queries it. */
export async function useCollection(person: Person): Promise<void> {
  const { house, random } = person
  house.collection ??= idOf('collection', await ask(person, 'POST', '/api/collections', { name: 'soak' }))
  if (house.collection === undefined) return
  const at = `/api/collections/${house.collection}`
  if (random() < 0.5) await ask(person, 'GET', `${at}/search?query=receipts%20of%20January`)
  else
    await ask(
      person,
      'POST',
      `${at}/documents?name=${random.below(DOCUMENTS)}.md`,
      Buffer.from(
        `# ${person.newName()}\n\nThe receipts of January are ${'kept '.repeat(random.below(200))}.\n`,
      ),
    )
}

/** The file to which every terminal appends the line that was typed into it. */
export const TYPED = 'typed.log'
/** Milliseconds for a shell to start and run one line. */
const SHELL_PATIENCE = 20_000

/** Opens a private terminal, types a command into it, waits for its effect, and closes it. On the process that stays. */
export async function useTerminal(person: Person): Promise<void> {
  const { fleet, house } = person
  const [steady] = fleet.servers
  if (steady === undefined) return
  const terminal = String(1 + (house.terminals % 900))
  house.terminals += 1
  const line = `terminal-${house.terminals}`
  const opened = await ask(person, 'POST', '/api/terminals', { terminal, cols: 80, rows: 24 }, steady)
  if (opened === undefined) {
    house.wrong.push(`${line} could not be opened`)
    return
  }
  if (await typeInto(person, steady, terminal, line)) house.typed.push(line)
  else house.wrong.push(`${line} did not run what was typed`)
  await ask(person, 'POST', '/api/terminals/end', { terminal }, steady)
}

/** Whether the line that a person typed was run. */
async function typeInto(
  { fleet }: Person,
  steady: ServerProcess,
  terminal: string,
  line: string,
): Promise<boolean> {
  const url = `ws://127.0.0.1:${steady.port}/ws/terminal?terminal=${terminal}`
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${fleet.token}` } })
  socket.addEventListener('error', () => undefined)
  await new Promise((open) => {
    for (const end of ['open', 'close']) socket.addEventListener(end, open, { once: true })
  })
  if (socket.readyState !== WebSocket.OPEN) return false
  socket.send(Buffer.from(`echo ${line} >> ${TYPED}\r`))
  const end = performance.now() + SHELL_PATIENCE
  let isRun = false
  while (!isRun && performance.now() < end && socket.readyState === WebSocket.OPEN) {
    await delay(50)
    isRun = (await fleet.lines(TYPED)).includes(line)
  }
  socket.close()
  return isRun
}

const PLUGIN = {
  id: 'reader',
  name: 'Reader',
  version: '1',
  api: 1,
  permissions: { read: ['README.md'] },
}

/** Installs a plugin, lets it read through the gate, or turns it off and on again. */
export async function usePlugin(person: Person): Promise<void> {
  const { house, random } = person
  house.plugin ??= install(person)
  if (!(await house.plugin)) {
    house.plugin = undefined
    return
  }
  const dice = random()
  if (dice < 0.15) await ask(person, 'POST', '/api/plugins/reader/enabled', { enabled: random() < 0.6 })
  else if (dice < 0.25) await ask(person, 'GET', '/api/plugins')
  else
    for (const path of ['README.md', 'notes/1.md']) {
      const reply = Told.safeParse(await ask(person, 'POST', '/api/plugins/reader/read', { path }))
      if (reply.data?.ok === true && path !== 'README.md')
        house.wrong.push(`a plugin read ${path}, which it does not declare`)
    }
}

const Told = z.object({ ok: z.boolean() })

async function install(person: Person): Promise<boolean> {
  const folder = join(person.fleet.workspace, 'reader')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'plugin.json'), JSON.stringify(PLUGIN))
  await writeFile(join(folder, 'main.js'), '// It only answers its page.')
  const looked = Looked.safeParse(await ask(person, 'POST', '/api/plugins/look', { folder }))
  if (!looked.success) return false
  const { hash } = looked.data.plugin
  return (await ask(person, 'POST', '/api/plugins', { folder, hash })) !== undefined
}

const Looked = z.object({ plugin: z.object({ hash: z.string() }) })

function idOf(part: 'workflow' | 'collection', reply: unknown): string | undefined {
  const read = z.record(z.string(), z.unknown()).safeParse(reply)
  const one = z.object({ id: z.string() }).safeParse(read.data?.[part])
  return one.data?.id
}

/** Undefined if it was refused, or if the server died during the request. */
async function ask(
  { fleet }: Person,
  method: string,
  path: string,
  body?: object | Buffer,
  server?: ServerProcess,
): Promise<unknown> {
  const isBytes = Buffer.isBuffer(body)
  try {
    const at = server === undefined ? fleet.proxy.address : `http://127.0.0.1:${server.port}`
    const response = await fetch(`${at}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${fleet.token}`,
        connection: 'close',
        ...(body === undefined
          ? {}
          : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const reply: unknown = await response.json()
    return response.ok ? reply : undefined
  } catch {
    // The connection was cut, or the server was killed.
    return undefined
  }
}
