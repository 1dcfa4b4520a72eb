import type { ChatProvider, ModelRequest, PromptImage } from '@countersign/agent'
import { IMAGE_BYTES } from '@countersign/protocol'
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../tools/testing/tool-bench.ts'
import { imageSize, imageType } from './image-facts.ts'
import { openFiles, type Files } from '../platform/files/files.ts'
import { IMAGE_FILES, imageStore, MEDIA_FILES, type ImageStore } from './image-store.ts'
import { withImages } from '../features/turns/with-images.ts'
import { gifStart, jpegStart, png, webpStart } from './testing/pictures.ts'

test.each([
  ['image/png', png(7, 5)],
  ['image/jpeg', jpegStart(7, 5)],
  ['image/gif', gifStart(7, 5)],
  ['image/webp', webpStart('VP8 ', 7, 5)],
  ['image/webp', webpStart('VP8L', 7, 5)],
  ['image/webp', webpStart('VP8X', 7, 5)],
])('%s is known by its bytes, with its size', (type, bytes) => {
  const found = imageType(bytes)
  expect(found).toBe(type)
  expect(found && imageSize(bytes, found)).toEqual({ width: 7, height: 5 })
  // Cut anywhere it has no size or its own, and nothing is read past its end.
  for (let length = 0; length < Math.min(bytes.length, 24); length += 1) {
    const cut = bytes.subarray(0, length)
    const kind = imageType(cut)
    const size = (kind && imageSize(cut, kind)) ?? { width: 7, height: 5 }
    expect(size).toEqual({ width: 7, height: 5 })
  }
})

let bench: ToolBench
let folder = ''
let store: ImageStore
let files: Files
beforeAll(async () => {
  bench = await toolBench()
  folder = await mkdtemp(join(tmpdir(), 'cs-images-'))
  files = openFiles({ home: folder, clock: { now: () => Date.now() }, specs: [MEDIA_FILES, IMAGE_FILES] })
  store = imageStore(files.in('media'), files.in('images'))
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

test('files.read of a picture gives the picture, once kept', async () => {
  await writeFile(join(bench.workspace, 'dot.png'), png(7, 5))
  await writeFile(join(bench.workspace, 'same.txt'), png(7, 5))
  const first = await bench.call('files.read', { path: 'dot.png' })
  const second = await bench.call('files.read', { path: 'same.txt' })
  expect(first.result).toMatchObject({
    state: 'succeeded',
    text: `dot.png is an image (image/png, 7×5, ${png(7, 5).length} bytes).`,
    attachments: [{ kind: 'image', mime: 'image/png', width: 7, height: 5, name: 'dot.png' }],
  })
  const [image] = first.result.attachments ?? []
  expect(second.result.attachments?.[0]?.id).toBe(image?.id)
  expect(image && (await bench.images.read(image.id))?.bytes).toEqual(png(7, 5))
})

test.each([
  [
    'too many bytes',
    Buffer.concat([png(7, 5), Buffer.alloc(IMAGE_BYTES)]),
    'too_large',
    'make a smaller copy',
  ],
  ['too many pixels', gifStart(8001, 2), 'too_large', '8001×2'],
  ['a broken one', png(7, 5).subarray(0, 15), 'not_an_image', 'not a readable PNG, JPEG, GIF or WebP'],
  ['one without pixels', gifStart(0, 4), 'not_an_image', 'not a readable PNG, JPEG, GIF or WebP'],
])('files.read refuses %s with what to do', async (_name, bytes, code, words) => {
  await writeFile(join(bench.workspace, 'odd.png'), bytes)
  const { result } = await bench.call('files.read', { path: 'odd.png' })
  expect(result).toMatchObject({ state: 'failed', code, text: expect.stringContaining(words) as string })
  expect(result.attachments).toBeUndefined()
})

test('an id is no path, and bytes under a wrong id are no picture', async () => {
  await mkdir(join(folder, 'images'), { recursive: true })
  await writeFile(join(folder, 'images', 'secret'), png(1, 1))
  const wrong = `img_${'0'.repeat(64)}`
  await writeFile(join(folder, 'images', wrong), png(1, 1))
  for (const id of ['secret', '../images/secret', `${wrong}/../secret`, wrong])
    expect(await store.read(id)).toBeUndefined()
})

test('what nobody used for long goes', async () => {
  const kept = await store.keep(png(3, 3), 'old.png')
  const used = await store.keep(png(4, 4), 'used.png')
  if (!kept.ok || !used.ok) throw new Error('not kept')
  const old = new Date('2020-01-01')
  for (const { image } of [kept, used]) await utimes(pathOf(image.id), old, old)
  await store.look(used.image.id, 'used.png')
  await files.prune(new Set())
  expect(await store.read(used.image.id)).toEqual({ bytes: png(4, 4), mediaType: 'image/png' })
  expect(await store.read(kept.image.id)).toBeUndefined()
})

test('a picture that an older version kept is read, used and forgotten like any other', async () => {
  const kept = await store.keep(png(5, 5), 'older.png')
  if (!kept.ok) throw new Error('not kept')
  const { id } = kept.image
  const older = join(folder, 'images', id.replace('med_', 'img_'))
  await rename(pathOf(id), older)
  expect(await store.look(id, 'older.png')).toEqual(kept.image)
  await utimes(older, new Date('2020-01-01'), new Date('2020-01-01'))
  await files.prune(new Set())
  expect(await store.read(id)).toBeUndefined()
})

function pathOf(id: string): string {
  const hash = id.slice('med_'.length)
  return join(folder, 'media', hash.slice(0, 2), hash)
}

/** What a model of these abilities is asked. */
async function asked(images: boolean | null, messages: ModelRequest['messages']) {
  const requests: ModelRequest[] = []
  const provider: ChatProvider = {
    name: 'test',
    capabilities: { tools: true, parallelCalls: true, images, reasoning: null, contextWindow: null },
    async *stream(request) {
      requests.push(request)
      yield { type: 'finish', usage: { inputTokens: 0, outputTokens: 0 } }
    },
  }
  const request = { model: 'test', messages, tools: [] }
  for await (const _part of withImages(provider, store).stream(request, new AbortController().signal));
  return requests[0]?.messages ?? []
}

async function picture(size: number): Promise<PromptImage> {
  const kept = await store.keep(png(size, 9), `p${size}.png`)
  if (!kept.ok) throw new Error(kept.text)
  return kept.image
}

test('a model that can see gets the bytes; one that cannot gets words', async () => {
  const image = await picture(10)
  const messages = [{ role: 'user' as const, text: 'look', images: [image] }]
  expect(await asked(null, messages)).toEqual([{ ...messages[0], images: [{ ...image, data: png(10, 9) }] }])
  expect(await asked(false, messages)).toEqual([
    {
      role: 'user',
      text: 'look\n[image p10.png: image/png, 10×9 pixels; you cannot see images]',
      images: [],
    },
  ])
})

test('the newest of too many are shown, the others told; what is gone is told', async () => {
  const pictures = await Promise.all(Array.from({ length: 22 }, (_, index) => picture(20 + index)))
  const messages = pictures.map((image) => ({ role: 'user' as const, text: '', images: [image] }))
  const seen = await asked(true, messages)
  expect(seen.map((message) => ('images' in message ? message.images?.length : 0))).toEqual([
    0,
    0,
    ...Array.from({ length: 20 }, () => 1),
  ])
  expect(seen[0]?.text).toContain('to save space')
  const gone = { ...(await picture(50)), id: `img_${'1'.repeat(64)}` }
  expect((await asked(true, [{ role: 'user', text: '', images: [gone] }]))[0]?.text).toContain(
    'no longer stored',
  )
})
