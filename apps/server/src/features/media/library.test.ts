/** @module-tag slow */
import { MEDIA_DAYS, PICTURE_BYTES, SOUND_BYTES, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../features.ts'
import { IMAGE_FILES, MEDIA_FILES } from '../../media/image-store.ts'
import { png } from '../../media/testing/pictures.ts'
import { wav } from '../../media/testing/sounds.ts'
import { schemasOf } from '../../platform/feature.ts'
import { hashOf } from '../../platform/files/content-files.ts'
import { openFiles, type Files } from '../../platform/files/files.ts'
import { restoreBackup } from '../../restore.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer } from '../../testing/running-server.ts'
import { openLibrary, type Library } from './library.ts'

const ADA = 'usr_local' as UserId // the person of a machine without accounts

describe('the library', () => {
  let folder: string
  let store: Store
  let files: Files
  let library: Library
  let now = Date.now()
  const LIMIT = 40_000
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cs-library-'))
    const opened = await openStore({
      home: folder,
      databaseUrl: await newDatabase(),
      schemas: schemasOf(FEATURES),
      approvalTimeout: null,
      processId: 'library',
      failed: () => undefined,
    })
    if (!opened.ok) throw new Error(opened.error.message)
    store = opened.value
    files = openFiles({ home: folder, clock: { now: () => now }, specs: [MEDIA_FILES, IMAGE_FILES] })
    library = openLibrary({ store, files }, LIMIT)
  }, 60_000)
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('the type is by the bytes, the same bytes are one thing, and limits hold', async () => {
    const first = await library.add(ADA, png(7, 5), { name: 'a.mp3', origin: 'sent' })
    expect(first).toMatchObject({
      ok: true,
      media: { kind: 'picture', media_type: 'image/png', width: 7, id: `med_${hashOf(png(7, 5))}` },
    })
    const again = await library.add(ADA, png(7, 5), { name: 'b.png', origin: 'sent' })
    expect(again).toMatchObject({ ok: true, media: { name: 'a.mp3' } })
    expect(await library.add(ADA, wav(0.1), { name: 'x.png', origin: 'made' })).toMatchObject({
      ok: true,
      media: { kind: 'sound', seconds: 0.1 },
    })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await library.add(ADA, svg, { name: 'a.png', origin: 'sent' })).toMatchObject({
      ok: false,
      code: 'not_media',
    })
    const wide = png(1, 1)
    wide.writeUInt32BE(8001, 16)
    expect(await library.add(ADA, wide, { name: 'wide', origin: 'sent' })).toMatchObject({
      ok: false,
      code: 'too_large',
    })
    const heavy = Buffer.concat([png(7, 5), Buffer.alloc(PICTURE_BYTES)])
    expect(await library.add(ADA, heavy, { name: 'heavy', origin: 'sent' })).toMatchObject({
      ok: false,
      code: 'too_large',
    })
    const loud = Buffer.concat([wav(0.1), Buffer.alloc(SOUND_BYTES)])
    expect(await library.add(ADA, loud, { name: 'loud', origin: 'sent' })).toMatchObject({
      ok: false,
      code: 'too_large',
    })
    const long = wav(0.1)
    long.writeUInt32LE(1, 28)
    expect(await library.add(ADA, long, { name: 'long', origin: 'sent' })).toMatchObject({ ok: true })
    const longer = Buffer.concat([wav(0.2), Buffer.alloc(0)])
    longer.writeUInt32LE(1, 28)
    expect(await library.add(ADA, longer, { name: 'longer', origin: 'sent' })).toMatchObject({
      ok: false,
      code: 'too_large',
    })
  })

  test('a person has room for so much, and hears what to do when it is full', async () => {
    expect(await library.full(ADA)).toBeUndefined()
    expect(await library.add(ADA, wav(3), { name: 'much', origin: 'made' })).toMatchObject({
      ok: false,
      code: 'full',
      text: expect.stringContaining('Settings → Media') as string,
    })
  })

  test('what nobody uses for ninety days goes, unless it is kept; what is used stays', async () => {
    const keep = await library.add(ADA, png(9, 9), { name: 'keep', origin: 'made' })
    const drop = await library.add(ADA, png(8, 8), { name: 'drop', origin: 'made' })
    const used = await library.add(ADA, png(6, 6), { name: 'used', origin: 'made' })
    if (!keep.ok || !drop.ok || !used.ok) throw new Error('not stored')
    await library.keep(ADA, keep.media.id, true)
    await sql`update media set used_at = clock_timestamp() - ${MEDIA_DAYS + 1} * interval '1 day'`.execute(
      store.db,
    )
    await library.read(used.media.id)
    await library.prune()
    now += (MEDIA_DAYS + 1) * 86_400_000
    await files.prune(await library.hashes())
    expect(await library.find(ADA, keep.media.id)).toMatchObject({ kept: true })
    expect(await library.read(keep.media.id)).toBeDefined()
    expect(await library.read(used.media.id)).toBeDefined()
    expect(await library.find(ADA, drop.media.id)).toBeUndefined()
    expect(await library.read(drop.media.id)).toBeUndefined()
  })

  test('what an older version stored is readable under both names', async () => {
    const bytes = png(3, 3)
    const hash = hashOf(bytes)
    await mkdir(join(folder, 'images'), { recursive: true })
    await writeFile(join(folder, 'images', `img_${hash}`), bytes)
    for (const id of [`img_${hash}`, `med_${hash}`]) expect((await library.read(id))?.bytes).toEqual(bytes)
  })

  test('what two people have stays for the other when one removes it', async () => {
    const other = 'usr_other' as UserId // another one
    const made = await library.add(ADA, png(4, 4), { name: 'both', origin: 'made' })
    await library.add(other, png(4, 4), { name: 'both', origin: 'made' })
    if (!made.ok) throw new Error(made.text)
    expect(await library.remove(ADA, made.media.id)).toBe(true)
    expect(await library.read(made.media.id)).toBeDefined()
    expect(await library.remove(other, made.media.id)).toBe(true)
    expect(await library.read(made.media.id)).toBeUndefined()
  })
})

describe.each(['embedded', 'external'])('a backup, on an %s database', (kind) => {
  test('takes pictures, sounds and their rows along; what is restored is shown and heard', async () => {
    const databaseUrl = async () => (kind === 'external' ? { databaseUrl: await newDatabase() } : {})
    const from = await databaseUrl()
    const server = await testServer('databaseUrl' in from ? { DATABASE_URL: from.databaseUrl } : {})
    const folder = await mkdtemp(join(tmpdir(), 'cs-media-restored-'))
    try {
      const put = async (name: string, type: string, bytes: Buffer) => {
        const answer = await server.request(`/api/images?name=${name}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(bytes),
        })
        return ((await answer.json()) as { image: { id: string } }).image.id // our own route
      }
      const picture = png(5, 5)
      const id = await put('a.png', 'image/png', picture)
      const file = join(folder, 'backup.gz')
      const backup = await server.request('/api/backup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ file }),
      })
      expect(backup.status).toBe(200)
      const home = join(folder, 'home')
      const to = await databaseUrl()
      expect(await restoreBackup({ home, ...to }, file, FEATURES)).toMatchObject({ ok: true })
      const hash = id.slice(4)
      expect(await readdir(join(home, 'media', hash.slice(0, 2)))).toEqual([hash])
      const restored = await testServer({
        COUNTERSIGN_HOME: home,
        ...('databaseUrl' in to ? { DATABASE_URL: to.databaseUrl } : {}),
      })
      try {
        const shown = await restored.request(`/api/images/${id}`)
        expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true)
        const before: unknown = await (await server.request('/api/media')).json()
        expect(await (await restored.request('/api/media')).json()).toEqual(before)
        expect(JSON.stringify(before)).toContain(id)
      } finally {
        await restored.close()
      }
    } finally {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
