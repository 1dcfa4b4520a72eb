import { z } from 'zod'
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

/** Opens a private terminal and closes it again, on any process. */
export async function useTerminal(person: Person): Promise<void> {
  const terminal = String(1 + person.random.below(900))
  const opened = await ask(person, 'POST', '/api/terminals', { terminal, cols: 80, rows: 24 })
  if (opened === undefined) return
  for (let tries = 0; tries < 4; tries += 1)
    if ((await ask(person, 'POST', '/api/terminals/end', { terminal })) !== undefined) return
}

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
): Promise<unknown> {
  const isBytes = Buffer.isBuffer(body)
  try {
    const response = await fetch(`${fleet.proxy.address}${path}`, {
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
