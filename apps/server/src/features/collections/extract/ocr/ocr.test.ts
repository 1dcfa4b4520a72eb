/** @module-tag slow */
import { collectionRoutes } from '@countersign/protocol'
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync, inflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { FEATURES } from '../../../../features.ts'
import type { Feature } from '../../../../platform/feature.ts'
import { restoreBackup } from '../../../../restore.ts'
import { testServer, type TestServer } from '../../../../testing/running-server.ts'
import { collections } from '../../feature.ts'
import { SCAN } from '../../testing/scan.ts'
import { broughtOcr } from './brought.ts'
import { fileInTar } from './tar.ts'

test('other bytes than the pinned ones are refused, and nothing is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cs-ocr-'))
  const ocr = broughtOcr(join(folder, 'ocr'), async (_spec, into) => {
    await writeFile(join(into, 'x.tgz'), gzipSync(Buffer.alloc(1024)))
  })
  await ocr.bring()
  expect(await ocr.state()).toMatchObject({ there: false, bytes: 0 })
  expect((await ocr.state()).problem).toContain('its content differs')
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('a file is found in an archive by its name', () => {
  const head = Buffer.alloc(512)
  head.write('package/a.txt')
  head.write('00000000005', 124)
  const archive = Buffer.concat([head, Buffer.from('hello'.padEnd(512, '\0')), Buffer.alloc(1024)])
  expect(fileInTar(archive, 'package/a.txt')?.toString()).toBe('hello')
  expect(fileInTar(archive, 'package/b.txt')).toBeUndefined()
})

test('a scan fails with the reason, OCR is brought by a press, and the scan and a picture are found', async ({
  skip,
}) => {
  const server = await testServer({})
  const send = async (method: string, path: string, body?: Buffer): Promise<unknown> => {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream' } }),
    })
    return answer.json()
  }
  try {
    const made = await server.request('/api/collections', {
      method: 'POST',
      body: JSON.stringify({ name: 'Scans' }),
      headers: { 'content-type': 'application/json' },
    })
    const { collection } = collectionRoutes.create.reply.parse(await made.json())
    const at = `/api/collections/${collection.id}`
    await send('POST', `${at}/documents?name=scan.pdf`, scannedPdf())
    await send('POST', `${at}/documents?name=photo.png`, SCAN)
    const states = async () =>
      collectionRoutes.documents.reply
        .parse(await send('GET', `${at}/documents`))
        .documents.map(({ name, state }) => `${name} ${state}`)
        .toSorted()
    await vi.waitFor(async () => expect(await states()).toEqual(['photo.png skipped', 'scan.pdf failed']), {
      timeout: 30_000,
    })
    expect(collectionRoutes.ocr.reply.parse(await send('GET', '/api/collections/ocr'))).toMatchObject({
      state: 'absent',
    })
    await send('POST', '/api/collections/ocr')
    const ocr = async () => collectionRoutes.ocr.reply.parse(await send('GET', '/api/collections/ocr'))
    await vi.waitFor(async () => expect((await ocr()).state).not.toBe('coming'), { timeout: 120_000 })
    const { problem } = await ocr()
    if (problem !== null) skip(`the registry cannot be reached: ${problem}`)
    await vi.waitFor(async () => expect(await states()).toEqual(['photo.png ready', 'scan.pdf ready']), {
      timeout: 120_000,
    })
    const found = collectionRoutes.search.reply.parse(
      await send('GET', `${at}/search?query=lighthouse%20keeper`),
    )
    // Both have the same words: one is shown, the other is named.
    expect(
      [
        ...found.passages.map(({ document }) => document),
        ...found.passages.flatMap(({ also }) => also),
      ].toSorted(),
    ).toEqual(['photo.png', 'scan.pdf'])
    await restoredAndOffline(server, at)
    await send('DELETE', '/api/collections/ocr')
    expect(await ocr()).toMatchObject({ state: 'absent', bytes: 0 })
    expect(await states()).toEqual(['photo.png ready', 'scan.pdf ready'])
  } finally {
    await server.close()
  }
}, 300_000)

/**
 * A restored server that can reach nothing still has what OCR read. OCR itself is in no backup: once its folder is copied, the server reads
 * a picture with it.
 */
async function restoredAndOffline(server: TestServer, at: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-offline-'))
  // The embedded database runs as another user when we are root, and must be able to walk in.
  await chmod(folder, 0o755)
  const home = join(folder, 'home')
  const file = join(folder, 'one.backup')
  await server.request('/api/backup', {
    method: 'POST',
    body: JSON.stringify({ file }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await restoreBackup({ home }, file)).toMatchObject({ ok: true })
  const tried: string[] = []
  // Nothing listens there: npm could fetch nothing either.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  const offline = await testServer({ COUNTERSIGN_HOME: home }, { features: withoutNetwork(tried) })
  const get = async (path: string): Promise<unknown> => (await offline.request(path)).json()
  const add = (name: string) =>
    offline.request(`${at}/documents?name=${name}`, {
      method: 'POST',
      body: new Uint8Array(SCAN),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const becomes = (name: string, state: string) =>
    vi.waitFor(
      async () => {
        const { documents } = collectionRoutes.documents.reply.parse(
          await get(`${at}/documents?wanted=${name}`),
        )
        expect(documents.map((one) => one.state)).toEqual([state])
      },
      { timeout: 120_000 },
    )
  const ocr = async () => collectionRoutes.ocr.reply.parse(await get('/api/collections/ocr')).state
  try {
    expect(await ocr()).toBe('absent')
    await becomes('scan.pdf', 'ready')
    await becomes('photo.png', 'ready')
    const found = collectionRoutes.search.reply.parse(await get(`${at}/search?query=lighthouse%20keeper`))
    expect(found.passages).toHaveLength(1)
    await add('before.png')
    await becomes('before.png', 'skipped')
    await cp(join(server.home, 'ocr'), join(home, 'ocr'), { recursive: true })
    expect(await ocr()).toBe('there')
    await add('after.png')
    await becomes('after.png', 'ready')
    expect(tried).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await offline.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** All features; the way out of collections refuses everything, and notes it in `tried`. */
function withoutNetwork(tried: string[]): readonly Feature[] {
  const refuse = (what: string) => {
    tried.push(what)
    return Promise.reject(new Error('the network is cut'))
  }
  const cut: Feature = {
    ...collections,
    start: (host) =>
      collections.start({
        ...host,
        egress: {
          ...host.egress,
          resolve: (name) => refuse(name),
          get: ({ url }) => refuse(url.href),
          send: ({ url }) => refuse(url.href),
          fetch: (input) => refuse(input instanceof Request ? input.url : input.toString()),
        },
      }),
  }
  return FEATURES.map((one) => (one.name === collections.name ? cut : one))
}

/** A PDF whose one page is a picture, as a scanner makes it. */
function scannedPdf(): Buffer {
  const { width, height, grey } = pixelsOf(SCAN)
  const pixels = deflateSync(grey)
  const content = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Count 1/Kids[3 0 R]>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    ),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length ${pixels.length}>>stream\n`,
      ),
      pixels,
      Buffer.from('\nendstream'),
    ]),
  ]
  const pieces = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    places.push(length)
    pieces.push(piece)
    length += piece.length
  }
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`,
    ),
  )
  return Buffer.concat(pieces)
}

/** The pixels of a PNG of 8 bits a channel, as shades of grey. */
function pixelsOf(png: Buffer): { readonly width: number; readonly height: number; readonly grey: Buffer } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = { 0: 1, 2: 3, 6: 4 }[png.readUInt8(25)] ?? 1
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(data))
  const row = width * channels
  const grey = Buffer.alloc(width * height)
  let before = Buffer.alloc(row)
  for (let y = 0; y < height; y += 1) {
    const line = Buffer.from(raw.subarray(y * (row + 1) + 1, (y + 1) * (row + 1)))
    const filter = raw[y * (row + 1)] ?? 0
    for (let x = 0; x < row; x += 1) {
      const left = x >= channels ? (line[x - channels] ?? 0) : 0
      const above = before[x] ?? 0
      const corner = x >= channels ? (before[x - channels] ?? 0) : 0
      line[x] =
        ((line[x] ?? 0) + [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!) & 255 // five filters
    }
    for (let x = 0; x < width; x += 1) grey[y * width + x] = line[x * channels] ?? 0
    before = line
  }
  return { width, height, grey }
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}
