import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that embeds as OpenAI, Mistral, Google, Bedrock and compatible servers do. */
export interface EmbeddingServer {
  readonly address: string
  /** Texts that were sent, in order, with the requested model. */
  readonly sent: readonly { readonly model: string; readonly text: string }[]
  /** Answers of this model wait until the promise resolves. */
  hold(model: string, until: Promise<void>): void
  /** Refuses every request from now on with this status; null: none. */
  refuse(status: number | null): void
  close(): Promise<void>
}

/** Words with one meaning: a model knows that they are close, an index of words does not. */
const MEANINGS: readonly (readonly string[])[] = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'medic'],
  ['buy', 'purchase', 'acquire'],
  ['boat', 'ship', 'vessel'],
  ['house', 'home', 'dwelling'],
  ['begin', 'start', 'commence'],
  ['child', 'kid', 'infant'],
  ['road', 'street', 'lane'],
]
const MEANING = new Map(MEANINGS.flatMap((words) => words.map((word) => [word, words[0] ?? word])))

/** A vector as a model would give it: words with one meaning share a direction, and every word also has its own. */
export function standInVector(text: string, dimensions = 96): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    const random = randomOf(MEANING.get(word) ?? word)
    for (let index = 0; index < dimensions; index += 1) vector[index] = (vector[index] ?? 0) + random() - 0.5
  }
  return vector
}

/** Pseudo-random numbers between 0 and 1, seeded by the word. */
function randomOf(word: string): () => number {
  let seed = 2_166_136_261
  for (const letter of word) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 2_246_822_519) ^ Math.imul(seed ^ (seed >>> 13), 3_266_489_917)
    return (seed >>> 0) / 4_294_967_296
  }
}

export async function embeddingServer(): Promise<EmbeddingServer> {
  const sent: { readonly model: string; readonly text: string }[] = []
  const held = new Map<string, Promise<void>>()
  let status: number | null = null
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '')
    if (request.method === 'GET')
      return json(response, 200, { data: [{ id: 'stand-in-embed' }, { id: 'other-embed' }, { id: 'chat' }] })
    const body = await bodyOf(request)
    const asked = askedOf(path, body)
    if (status !== null) return json(response, status, { error: { message: 'out of order', type: 'busy' } })
    await held.get(asked.model)
    for (const text of asked.texts) sent.push({ model: asked.model, text })
    const vectors = asked.texts.map((text) => standInVector(text, asked.model.includes('other') ? 64 : 96))
    json(response, 200, asked.reply(vectors))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    address: `http://127.0.0.1:${port}/v1`,
    sent,
    hold: (model, until) => void held.set(model, until),
    refuse(next) {
      status = next
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

interface Asked {
  readonly model: string
  readonly texts: readonly string[]
  reply(vectors: readonly (readonly number[])[]): object
}

interface Body {
  readonly model?: string
  readonly input?: string | readonly string[]
  readonly inputText?: string
  readonly content?: Content
  readonly requests?: readonly { readonly content: Content }[]
}
interface Content {
  readonly parts: readonly { readonly text: string }[]
}

function askedOf(path: string, body: Body): Asked {
  const model = /models?\/([^/:]+)/.exec(path)?.[1] ?? body.model ?? ''
  const textOf = ({ parts }: Content) => parts.map(({ text }) => text).join('')
  if (path.endsWith(':batchEmbedContents'))
    return {
      model,
      texts: (body.requests ?? []).map(({ content }) => textOf(content)),
      reply: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
    }
  if (path.endsWith(':embedContent'))
    return {
      model,
      texts: body.content === undefined ? [] : [textOf(body.content)],
      reply: ([values]) => ({ embedding: { values } }),
    }
  if (path.endsWith('/invoke'))
    return {
      model,
      texts: [body.inputText ?? ''],
      reply: ([embedding]) => ({ embedding, inputTextTokenCount: 3 }),
    }
  return {
    model,
    texts: typeof body.input === 'string' ? [body.input] : (body.input ?? []),
    reply: (vectors) => ({
      object: 'list',
      model,
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      usage: { prompt_tokens: 3, total_tokens: 3 },
    }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece as Buffer)) // a request without encoding gives buffers
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Body // what our own clients send
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
