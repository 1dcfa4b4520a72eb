import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received request: `fields` of a form, or `json`. */
export interface MediaRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly json: Readonly<Record<string, unknown>>
  readonly form: FormData | undefined
}

export interface MediaServer {
  /** The base address of a service: `at('openai')`. */
  at(service: string): string
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly MediaRequest[]
  /** Holds requests from now on, until `release`. */
  hold(): void
  release(): void
  /** The next request is refused with this status. */
  refuse(status: number, message: string): void
  close(): Promise<void>
}

interface Stock {
  readonly picture: Buffer
  readonly sound: Buffer
}

/** Implements the wire format of every service for pictures, speech and transcripts, each below its own path. */
export async function mediaServer(stock: Stock): Promise<MediaServer> {
  const requests: MediaRequest[] = []
  let held = Promise.withResolvers<void>()
  held.resolve()
  let refusal: { status: number; message: string } | undefined
  const server = createServer((request, response) => {
    void (async () => {
      const body = await read(request)
      const type = request.headers['content-type'] ?? ''
      const path = request.url ?? ''
      if (request.method === 'GET')
        return send(200, 'application/json', JSON.stringify({ data: [{ id: 'any' }] }))
      const form = type.startsWith('multipart/') ? await formOf(body, type) : undefined
      const json = form === undefined ? (JSON.parse(body.toString('utf8')) as Record<string, unknown>) : {} // a request of ours
      requests.push({ path, headers: request.headers, json, form })
      await held.promise
      const refused = refusal
      refusal = undefined
      if (refused)
        return send(
          refused.status,
          'application/json',
          JSON.stringify({ error: { message: refused.message }, message: refused.message }),
        )
      const answer = answerTo(path, json, form, stock)
      if (Buffer.isBuffer(answer)) return send(200, 'audio/mpeg', answer)
      return send(200, 'application/json', JSON.stringify(answer))
      function send(status: number, contentType: string, bytes: string | Buffer) {
        response.writeHead(status, { 'content-type': contentType })
        response.end(bytes)
      }
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  const at = (service: string) => `http://127.0.0.1:${port}/${service}`
  return {
    at,
    env: {
      OPENAI_API_KEY: 'sk-stand-in-for-openai-0001',
      OPENAI_BASE_URL: at('openai'),
      GOOGLE_GENERATIVE_AI_API_KEY: 'stand-in-for-google-0001',
      GOOGLE_BASE_URL: at('google'),
      MISTRAL_API_KEY: 'stand-in-for-mistral-0001',
      MISTRAL_BASE_URL: at('mistral'),
      AWS_BEARER_TOKEN_BEDROCK: 'stand-in-for-bedrock-0001',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: at('bedrock'),
    },
    requests,
    hold() {
      held = Promise.withResolvers<void>()
    },
    release: () => held.resolve(),
    refuse(status, message) {
      refusal = { status, message }
    },
    close: () =>
      new Promise((closed) => {
        held.resolve()
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** Tokens that the service reports for each picture. */
const USED = { input_tokens: 12, output_tokens: 4160 }

function answerTo(
  path: string,
  json: Readonly<Record<string, unknown>>,
  form: FormData | undefined,
  { picture, sound }: Stock,
): unknown {
  const image = picture.toString('base64')
  const [, service, rest = ''] = /^\/(\w+)\/(.*)$/.exec(path) ?? []
  switch (service) {
    case 'mistral':
      return rest === 'audio/speech'
        ? { audio_data: sound.toString('base64') }
        : { text: WORDS, model: 'voxtral', language: 'en', segments: [] }
    case 'google':
      return googleAnswer(rest, json, { image, sound })
    case 'bedrock':
      return { images: Array.from({ length: numberOf(json, 'imageGenerationConfig') }, () => image) }
    case 'elsewhere':
      return { created: 1, data: [{ url: 'http://127.0.0.1:9/picture.png' }] }
    default: {
      if (rest === 'audio/speech') return sound
      if (rest === 'audio/transcriptions') return { text: WORDS, language: 'english', duration: 1 }
      const count = Number(json['n'] ?? form?.get('n') ?? 1)
      const usage = {
        input_tokens: USED.input_tokens,
        output_tokens: USED.output_tokens * count,
        total_tokens: 0,
      }
      return {
        created: 1,
        data: Array.from({ length: count }, () => ({ b64_json: image })),
        ...(service === 'openai' ? { usage } : {}),
      }
    }
  }
}

/** The transcript of every recording. */
export const WORDS = 'the words of the recording'

function googleAnswer(
  rest: string,
  json: Readonly<Record<string, unknown>>,
  { image, sound }: { readonly image: string; readonly sound: Buffer },
): unknown {
  if (rest === 'interactions')
    return {
      id: 'i',
      status: 'completed',
      steps: [{ type: 'model_output', content: [{ type: 'text', text: WORDS }] }],
    }
  const modalities = JSON.stringify(json['generationConfig'])
  const inlineData = modalities.includes('AUDIO')
    ? { mimeType: 'audio/wav', data: sound.toString('base64') }
    : { mimeType: 'image/png', data: image }
  return {
    candidates: [{ content: { role: 'model', parts: [{ inlineData }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 1290, totalTokenCount: 1302 },
  }
}

function numberOf(json: Readonly<Record<string, unknown>>, name: string): number {
  const config = json[name]
  return typeof config === 'object' && config !== null && 'numberOfImages' in config
    ? Number(config.numberOfImages)
    : 1
}

async function formOf(body: Buffer, type: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // a stream without an encoding gives bytes
  return Buffer.concat(pieces)
}
