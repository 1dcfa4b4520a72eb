/** @module-tag slow */
import {
  auditRoutes,
  imageBody,
  mediaRoutes,
  speechBody,
  readBody,
  type CallView,
  type MediaGeneration,
} from '@countersign/protocol'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../media/testing/pictures.ts'
import { wav } from '../../media/testing/sounds.ts'
import { mediaServer, WORDS, type MediaServer } from '../../providers/testing/media-server.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

const hasEspeak = spawnSync('espeak-ng', ['--version']).status === 0
const PICTURE = png(64, 48)
const SOUND = wav(0.5)

describe.each(['embedded', 'external'])('media, on an %s database', (kind) => {
  let services: MediaServer
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    services = await mediaServer({ picture: PICTURE, sound: SOUND })
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...services.env, ...model.env, ...database })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
    await services.close()
  }, 60_000)

  async function newThread(more: object = {}): Promise<string> {
    const made = await client.command({ type: 'thread_create', model: SCRIPTED, ...more })
    if (made.type !== 'ok' || made.thread_id === undefined) throw new Error(JSON.stringify(made))
    await client.command({ type: 'subscribe', thread_id: made.thread_id, after_seq: 0 })
    return made.thread_id
  }
  const ended = (thread: string) =>
    client.event(
      'turn_updated',
      ({ turn }) => turn.thread_id === thread && ['done', 'failed', 'cancelled'].includes(turn.state),
    )
  /** The call of a thread once it is in one of these states. */
  const callIn = async (thread: string, ...states: readonly string[]): Promise<CallView> => {
    const { call } = await client.event(
      'tool_call_update',
      (event) => event.call.thread_id === thread && states.includes(event.call.state),
    )
    return call
  }
  const agentCalls = (thread_id: string, name: string, args: object) =>
    client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls: [{ name, args }] }) })
  const asked = async (thread: string) => {
    const { approval } = await client.event(
      'tool_approval_request',
      (event) => event.approval.thread_id === thread,
    )
    return approval
  }
  const answer = (
    approval: { readonly tool_call_id: string; readonly hash: string },
    decision = 'allow_once',
  ) =>
    client.command({
      type: 'tool_approval_response',
      tool_call_id: approval.tool_call_id,
      decision,
      hash: approval.hash,
    })
  const sendMedia = (thread_id: string, text: string, media_generation: MediaGeneration, more: object = {}) =>
    client.command({ type: 'turn_start', thread_id, text, media_generation, ...more })
  const quoted = async (text: string, media_generation: object) =>
    mediaRoutes.quote.reply.parse(
      await (
        await server.request('/api/media/quote', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text, media_generation }),
        })
      ).json(),
    )

  test('a drawing is drawn at once, is stored, shown and seen by the model; no one is asked', async () => {
    const thread = await newThread()
    await agentCalls(thread, 'generate_image', { drawing: { kind: 'mermaid', text: 'graph TD\n A-->B' } })
    const call = await callIn(thread, 'succeeded', 'failed', 'waiting')
    expect(call).toMatchObject({
      state: 'succeeded',
      category: 'read',
      title: 'Draw a diagram',
      attachments: [{ kind: 'image', mime: 'image/png' }],
    })
    const id = 'attachments' in call ? (call.attachments?.[0]?.id ?? '') : ''
    expect(id).toMatch(/^med_[0-9a-f]{64}$/)
    const served = await server.request(`/api/media/${id}`)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
    const old = await server.request(`/api/images/${id.replace('med_', 'img_')}`)
    expect(Buffer.from(await old.arrayBuffer())).toEqual(Buffer.from(await served.arrayBuffer()))
    await ended(thread)
    const facts = mediaRoutes.facts.reply.parse(await (await server.request(`/api/media/${id}/facts`)).json())
    expect(facts.media).toMatchObject({
      kind: 'picture',
      origin: 'made',
      model: null,
      price: { is: 'free' },
      text: 'graph TD\n A-->B',
      thread_id: thread,
    })
  })

  test('in plan a drawing runs, and one that is written does not', async () => {
    const thread = await newThread({ permission_mode: 'plan' })
    const drawing = { kind: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }
    await agentCalls(thread, 'generate_image', { drawing })
    expect(await callIn(thread, 'succeeded', 'blocked')).toMatchObject({ state: 'succeeded' })
    await ended(thread)
    const other = await newThread({ permission_mode: 'plan' })
    await agentCalls(other, 'generate_image', { drawing, path: 'a.png' })
    expect(await callIn(other, 'succeeded', 'blocked')).toMatchObject({ state: 'blocked' })
  })

  test('the card says prompt, model, service, size, count and price before anything is sent', async () => {
    const thread = await newThread()
    const before = services.requests.length
    await agentCalls(thread, 'generate_image', {
      prompt: 'a lighthouse',
      model: 'openai/gpt-image-1',
      count: 2,
      path: 'art/light.png',
    })
    const approval = await asked(thread)
    expect(services.requests.length).toBe(before)
    const data = readBody(imageBody, approval.body ?? { kind: 'arguments', entries: [] })
    expect(data).toMatchObject({
      prompt: 'a lighthouse',
      model: 'openai/gpt-image-1',
      service: 'OpenAI',
      size: '1024x1024',
      quality: 'high',
      count: 2,
      price: { is: 'about', usd: expect.closeTo(0.333, 2) as number },
      path: 'art/light-1.png, art/light-2.png',
    })
    await answer(approval)
    const call = await callIn(thread, 'succeeded', 'failed')
    expect(call).toMatchObject({ state: 'succeeded', undo: 'possible' })
    expect(await readFile(join(server.workspace, 'art/light-1.png'))).toEqual(PICTURE)
    expect(services.requests.at(-1)).toMatchObject({
      path: '/openai/images/generations',
      json: { model: 'gpt-image-1', prompt: 'a lighthouse', n: 2, size: '1024x1024', quality: 'high' },
    })
    // What was shown and what the service says it used are the same within a tenth.
    const { media } = mediaRoutes.list.reply.parse(await (await server.request('/api/media')).json())
    const made = media.find(({ thread_id }) => thread_id === thread)
    if (made?.price?.is !== 'about' || data?.price.is !== 'about') throw new Error('no price')
    expect(Math.abs(data.price.usd / made.price.usd - 1)).toBeLessThan(0.1)
  })

  test('a path is judged as writing that file: denied by a rule for it, asked about where it is protected', async () => {
    const thread = await newThread({ permission_mode: 'auto' })
    const rule = await server.request('/api/rules', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ list: 'deny', text: 'files.write(secret/**)' }),
    })
    expect(rule.status).toBe(200)
    const drawing = { kind: 'dot', text: 'digraph { a -> b }' }
    await agentCalls(thread, 'generate_image', { drawing, path: 'secret/a.png' })
    expect(await callIn(thread, 'blocked', 'succeeded')).toMatchObject({ state: 'blocked' })
    await ended(thread)
    const other = await newThread({ permission_mode: 'auto' })
    await agentCalls(other, 'generate_image', { drawing, path: '.github/workflows/a.png' })
    expect(await asked(other)).toMatchObject({ tool: 'generate_image' })
    const free = await newThread({ permission_mode: 'auto' })
    await agentCalls(free, 'generate_image', { drawing, path: 'fine.png' })
    expect(await callIn(free, 'blocked', 'succeeded', 'waiting')).toMatchObject({ state: 'succeeded' })
  })

  test('the cost limit of a turn counts a picture before it is spent', async () => {
    const thread = await newThread({ permission_mode: 'auto', max_cost: 0.2 })
    const before = services.requests.length
    await agentCalls(thread, 'generate_image', { prompt: 'dear', model: 'openai/gpt-image-1', count: 2 })
    const { approval } = await client.event(
      'tool_approval_request',
      (event) => event.approval.thread_id === thread,
    )
    expect(approval.tool).not.toBe('generate_image')
    expect(services.requests.length).toBe(before)
    await answer(approval, 'deny')
    await ended(thread)
    expect(services.requests.length).toBe(before)
  })

  test('without a model the result says so and names drawing', async () => {
    const thread = await newThread()
    await agentCalls(thread, 'generate_image', { prompt: 'x', model: 'anthropic/claude-sonnet-5' })
    expect(await callIn(thread, 'failed', 'waiting')).toMatchObject({
      state: 'failed',
      error_code: 'no_model',
      preview: expect.stringContaining('Anthropic has no models for pictures') as string,
    })
  })

  test('media_generation makes one call that its sender signed, with no card to answer', async () => {
    const thread = await newThread()
    const questions = model.requests.length
    expect(
      await sendMedia(thread, 'a red boat', { mode: 'image', model: 'openai/gpt-image-1.5' }),
    ).toMatchObject({ type: 'ok' })
    const call = await callIn(thread, 'succeeded', 'failed')
    expect(call).toMatchObject({
      state: 'succeeded',
      tool: 'generate_image',
      signature: { via: 'person' },
      decision: { verdict: 'ask' },
    })
    await ended(thread)
    expect(model.requests.length).toBe(questions)
    const { message } = await client.event(
      'message_added',
      (event) => event.message.thread_id === thread && event.message.role === 'assistant',
    )
    expect(message.text).toMatch(/^A picture by openai\/gpt-image-1\.5, 64×48, about \$0\.13\.$/)
    const audit = auditRoutes.list.reply.parse(
      await (await server.request(`/api/audit?chain=${thread}`)).json(),
    )
    expect(audit.rows.map(({ kind: row }) => row)).toEqual(
      expect.arrayContaining(['call_proposed', 'approval_asked', 'approval_settled']),
    )
  })

  test('a deny rule and plan still block a message that asks for media', async () => {
    const planned = await newThread({ permission_mode: 'plan' })
    const before = services.requests.length
    await sendMedia(planned, 'in plan', { mode: 'image' })
    expect(await callIn(planned, 'blocked', 'succeeded')).toMatchObject({ state: 'blocked' })
    await ended(planned)
    await server.request('/api/rules', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ list: 'deny', text: 'generate_image(*forbidden*)' }),
    })
    const denied = await newThread()
    await sendMedia(denied, 'something forbidden', { mode: 'image' })
    expect(await callIn(denied, 'blocked', 'succeeded')).toMatchObject({ state: 'blocked' })
    expect(services.requests.length).toBe(before)
  })

  test('`chat` goes to the agent; a workflow goes before media and says so', async () => {
    const thread = await newThread()
    const questions = model.requests.length
    await sendMedia(thread, 'hello', { mode: 'chat' })
    await ended(thread)
    expect(model.requests.length).toBe(questions + 1)
    const graph = {
      version: 1,
      name: 'Echo',
      inputs: { message: { schema: { type: 'string' } } },
      outputs: { answer: ['greet', 'text'] },
      nodes: [{ id: 'greet', type: 'text.template', inputs: { template: 'You said {{it}}.' } }],
      edges: [{ from: ['$input', 'message'], to: ['greet', 'it'] }],
    }
    const post = (path: string, body: object) =>
      server.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const saved = await post('/api/workflows', { name: 'Echo', graph })
    const { id } = ((await saved.json()) as { workflow: { id: string } }).workflow // our own route
    expect((await post(`/api/workflows/${id}/versions`, { message: 'first', base: 0 })).status).toBe(200)
    const other = await newThread({ permission_mode: 'auto' })
    await sendMedia(other, 'hi', { mode: 'image' }, { workflow_target: 'workflow', workflow_id: id })
    await ended(other)
    const { message } = await client.event(
      'message_added',
      (event) => event.message.thread_id === other && event.message.role === 'assistant',
    )
    expect(message.text).toContain('You said hi.')
    expect(message.text).toContain('media_generation')
  })

  test('speech is a sound with its text', async () => {
    const thread = await newThread()
    await agentCalls(thread, 'generate_speech', {
      text: 'Good morning.',
      model: 'openai/gpt-4o-mini-tts',
      voice: 'alloy',
    })
    const approval = await asked(thread)
    expect(readBody(speechBody, approval.body ?? { kind: 'arguments', entries: [] })).toMatchObject({
      text: 'Good morning.',
      service: 'OpenAI',
      voice: 'alloy',
      price: { is: 'at_most' },
    })
    await answer(approval)
    expect(await callIn(thread, 'succeeded', 'failed')).toMatchObject({
      state: 'succeeded',
      attachments: [{ kind: 'sound', mime: 'audio/wav', seconds: 0.5 }],
    })
    await ended(thread)
  })

  test.skipIf(!hasEspeak)('espeak-ng speaks without any key, for nothing', async () => {
    const local = await newThread()
    await sendMedia(local, 'Spoken on this machine.', {
      mode: 'speech',
      model: 'system/espeak-ng',
      language: 'en',
    })
    const call = await callIn(local, 'succeeded', 'failed')
    expect(call).toMatchObject({ state: 'succeeded', attachments: [{ kind: 'sound', mime: 'audio/wav' }] })
    const seconds = 'attachments' in call ? (call.attachments?.[0]?.seconds ?? 0) : 0
    expect(seconds).toBeGreaterThan(0.8)
    expect(await quoted('x', { mode: 'speech', model: 'system/espeak-ng' })).toMatchObject({
      price: { is: 'free' },
      host: null,
    })
  })

  test('an unknown price is unknown, never nothing', async () => {
    expect((await quoted('x', { mode: 'speech', model: 'openai/tts-1' })).price).toEqual({ is: 'unknown' })
    expect((await quoted('x', { mode: 'image', model: 'bedrock/amazon.nova-canvas-v1:0' })).price).toEqual({
      is: 'unknown',
    })
    expect(
      (await quoted('x', { mode: 'image', model: 'google/gemini-2.5-flash-image', count: 2 })).price,
    ).toEqual({ is: 'about', usd: expect.closeTo(0.0774, 3) as number })
  })

  test('a refused request costs nothing and says what the service said', async () => {
    const thread = await newThread()
    services.refuse(400, 'your prompt was rejected by the safety system')
    await sendMedia(thread, 'rejected', { mode: 'image', model: 'openai/gpt-image-1' })
    expect(await callIn(thread, 'failed', 'succeeded')).toMatchObject({
      state: 'failed',
      preview: expect.stringContaining('rejected by the safety system') as string,
    })
    const { turn } = await ended(thread)
    expect(turn.usage?.cost_usd ?? 0).toBeCloseTo(0, 6)
  })

  test('a recording becomes words and is stored nowhere', async () => {
    const before = mediaRoutes.list.reply.parse(await (await server.request('/api/media')).json())
    for (const [service, chosen] of [
      ['openai', 'openai/gpt-4o-mini-transcribe'],
      ['google', 'google/gemini-3.5-transcribe'],
      ['mistral', 'mistral/voxtral-mini-latest'],
    ] as const) {
      const set = await server.request('/api/settings/values/media_models', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: { image: null, speech: null, transcription: chosen } }),
      })
      expect(set.status).toBe(200)
      const heard = await server.request('/api/media/transcribe?language=en', {
        method: 'POST',
        headers: { 'content-type': 'audio/wav' },
        body: new Uint8Array(SOUND),
      })
      expect(mediaRoutes.transcribe.reply.parse(await heard.json())).toEqual({ text: WORDS, model: chosen })
      expect(services.requests.at(-1)?.path).toContain(`/${service}/`)
    }
    const noSound = await server.request('/api/media/transcribe', {
      method: 'POST',
      headers: { 'content-type': 'audio/webm' },
      body: 'no sound',
    })
    expect(noSound.status).toBe(400)
    const after = mediaRoutes.list.reply.parse(await (await server.request('/api/media')).json())
    expect(after.bytes).toBe(before.bytes)
  })

  test('a person saves to the workspace, keeps and removes', async () => {
    const { media } = mediaRoutes.list.reply.parse(
      await (await server.request('/api/media?kind=picture')).json(),
    )
    const [one] = media
    if (one === undefined) throw new Error('nothing is stored')
    const ask = (method: string, path: string, body?: object) =>
      server.request(`/api/media/${one.id}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    await writeFile(join(server.workspace, 'taken.png'), 'before')
    expect(await (await ask('POST', '/save', { path: 'taken.png' })).json()).toMatchObject({
      state: 'succeeded',
    })
    const bytes = Buffer.from(await (await ask('GET', '')).arrayBuffer())
    expect(await readFile(join(server.workspace, 'taken.png'))).toEqual(bytes)
    expect(await (await ask('POST', '/save', { path: '../outside.png' })).json()).not.toMatchObject({
      state: 'succeeded',
    })
    expect(await (await ask('PUT', '/kept', { kept: true })).json()).toMatchObject({ media: { kept: true } })
    expect((await ask('DELETE', '')).status).toBe(200)
    expect((await ask('GET', '')).status).toBe(404)
    expect((await ask('DELETE', '')).status).toBe(404)
  })
})

/** What each package sends, by the model that is named. */
const WIRES: readonly (readonly [
  model: string,
  mode: 'image' | 'speech',
  path: RegExp,
  sent: Readonly<Record<string, unknown>>,
])[] = [
  ['openai/gpt-image-1', 'image', /^\/openai\/images\/generations$/, { prompt: 'a boat', quality: 'high' }],
  [
    'google/gemini-2.5-flash-image',
    'image',
    /^\/google\/models\/gemini-2\.5-flash-image:generateContent$/,
    { generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '1:1' } } },
  ],
  [
    'bedrock/amazon.nova-canvas-v1:0',
    'image',
    /^\/bedrock\/model\/amazon\.nova-canvas-v1%3A0\/invoke$/,
    { taskType: 'TEXT_IMAGE', textToImageParams: { text: 'a boat' } },
  ],
  [
    'compatible/any',
    'image',
    /^\/compatible\/images\/generations$/,
    { prompt: 'a boat', response_format: 'b64_json' },
  ],
  [
    'openai/gpt-4o-mini-tts',
    'speech',
    /^\/openai\/audio\/speech$/,
    { input: 'a boat', response_format: 'mp3' },
  ],
  [
    'google/gemini-2.5-flash-preview-tts',
    'speech',
    /^\/google\/models\/gemini-2\.5-flash-preview-tts:generateContent$/,
    { generationConfig: { responseModalities: ['AUDIO'] } },
  ],
  ['mistral/voxtral-mini-tts-latest', 'speech', /^\/mistral\/audio\/speech$/, { input: 'a boat' }],
  ['compatible/any', 'speech', /^\/compatible\/audio\/speech$/, { input: 'a boat' }],
]

describe('the wire of every package', () => {
  let services: MediaServer
  let server: TestServer
  let client: TestClient
  beforeAll(async () => {
    services = await mediaServer({ picture: PICTURE, sound: SOUND })
    server = await testServer({ ...services.env, COUNTERSIGN_COMPATIBLE_URL: services.at('compatible') })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await services.close()
  }, 60_000)

  async function made(text: string, media_generation: MediaGeneration): Promise<CallView> {
    const created = await client.command({ type: 'thread_create' })
    const thread_id = created.type === 'ok' ? created.thread_id : undefined
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id, text, media_generation })
    const { call } = await client.event(
      'tool_call_update',
      (event) => event.call.thread_id === thread_id && ['succeeded', 'failed'].includes(event.call.state),
    )
    return call
  }

  test.for(WIRES)('%s %s', async ([model, mode, path, sent]) => {
    const call = await made('a boat', { mode, model })
    expect(call).toMatchObject({
      state: 'succeeded',
      attachments: [{ kind: mode === 'image' ? 'image' : 'sound' }],
    })
    const request = services.requests.at(-1)
    expect(request?.path).toMatch(path)
    expect(request?.json).toMatchObject(sent)
    const key = Object.values(request?.headers ?? {}).join(' ')
    expect(key.includes('stand-in-for')).toBe(!model.startsWith('compatible'))
  })

  test('pictures to begin with go along, several come one by one where a service makes one', async () => {
    const kept = await server.request('/api/images?name=a.png', {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(PICTURE),
    })
    const { image } = (await kept.json()) as { image: { id: string } } // our own route
    expect(
      await made('edit it', { mode: 'image', model: 'openai/gpt-image-1', from: [image.id] }),
    ).toMatchObject({ state: 'succeeded' })
    expect(services.requests.at(-1)?.path).toBe('/openai/images/edits')
    expect(services.requests.at(-1)?.form?.get('prompt')).toBe('edit it')
    const before = services.requests.length
    expect(
      await made('two', { mode: 'image', model: 'google/gemini-2.5-flash-image', count: 2 }),
    ).toMatchObject({ state: 'succeeded' })
    expect(services.requests.length).toBe(before + 2)
  })

  test('a local server transcribes, too', async () => {
    const value = { image: null, speech: null, transcription: 'compatible/whisper' }
    await server.request('/api/settings/values/media_models', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    })
    const heard = await server.request('/api/media/transcribe', {
      method: 'POST',
      headers: { 'content-type': 'audio/webm;codecs=opus' },
      body: new Uint8Array(SOUND),
    })
    expect(await heard.json()).toEqual({ text: WORDS, model: 'compatible/whisper' })
    expect(services.requests.at(-1)?.path).toBe('/compatible/audio/transcriptions')
  })

  test('an address instead of a picture is not followed, and our own server is never reached', async () => {
    const other = await testServer({ COUNTERSIGN_COMPATIBLE_URL: services.at('elsewhere') })
    try {
      const elsewhere = await other.connect()
      const created = await elsewhere.command({ type: 'thread_create' })
      const thread_id = created.type === 'ok' ? created.thread_id : undefined
      await elsewhere.command({ type: 'subscribe', thread_id, after_seq: 0 })
      await elsewhere.command({
        type: 'turn_start',
        thread_id,
        text: 'x',
        media_generation: { mode: 'image', model: 'compatible/any' },
      })
      const { call } = await elsewhere.event(
        'tool_call_update',
        (event) => event.call.state === 'failed' || event.call.state === 'succeeded',
      )
      expect(call).toMatchObject({
        state: 'failed',
        preview: expect.stringMatching(/instead of the picture|is not allowed/) as string,
      })
      elsewhere.close()
    } finally {
      await other.close()
    }
  }, 60_000)
})

test('where there is no model for pictures at all, the result says so and names `drawing`, and nobody is asked', async () => {
  const model = await scriptedModel(obedient)
  const server = await testServer(model.env)
  try {
    const client = await server.connect()
    const created = await client.command({ type: 'thread_create', model: SCRIPTED })
    const thread_id = created.type === 'ok' ? created.thread_id : undefined
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    const text = JSON.stringify({ calls: [{ name: 'generate_image', args: { prompt: 'a boat' } }] })
    await client.command({ type: 'turn_start', thread_id, text })
    const { call } = await client.event(
      'tool_call_update',
      (event) => event.call.state === 'failed' || event.call.state === 'waiting',
    )
    expect(call).toMatchObject({
      state: 'failed',
      error_code: 'no_model',
      preview: expect.stringContaining('use `drawing`') as string,
    })
    client.close()
  } finally {
    await server.close()
    await model.close()
  }
}, 60_000)
