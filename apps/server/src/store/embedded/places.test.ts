import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAccount } from './owner.ts'
import { choosePlaces, folderWarnings, preparePlaces } from './places.ts'

const SOCKET = '.s.PGSQL.5432'

test('a long data folder has its socket in a short one', async () => {
  const short = await choosePlaces('/home/me/.local/share/countersign', undefined, {})
  expect(short.socket).toBe('/home/me/.local/share/countersign/postgres/run')
  const long = `/home/me/${'very-long-folder-name/'.repeat(8)}countersign`
  for (const env of [
    {},
    { XDG_RUNTIME_DIR: '/run/user/1000' },
    { XDG_RUNTIME_DIR: `/run/${'x'.repeat(100)}` },
  ]) {
    const { socket, data } = await choosePlaces(long, undefined, env)
    expect(Buffer.byteLength(join(socket, SOCKET))).toBeLessThanOrEqual(103)
    expect(data.startsWith(long)).toBe(true)
  }
})

test('two data folders never share a socket', async () => {
  const long = (name: string) => choosePlaces(`/home/${'x'.repeat(100)}/${name}`, undefined, {})
  expect((await long('a')).socket).not.toBe((await long('b')).socket)
})

test.runIf(process.getuid?.() === 0)('a socket folder of someone else is refused', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-home-'))
  const places = await choosePlaces(home, undefined)
  const { mkdir, chown } = await import('node:fs/promises')
  await mkdir(places.socket, { recursive: true })
  await chown(places.socket, 12_345, 12_345)
  await expect(preparePlaces(home, places, undefined)).rejects.toThrow('another user')
  await rm(home, { recursive: true })
})

test.each([
  ['/home/me/Dropbox/countersign', 'Dropbox'],
  ['/Users/me/Library/Mobile Documents/x', 'Mobile Documents'],
  ['/Users/me/Library/CloudStorage/OneDrive-Firm/x', 'CloudStorage'],
  ['/home/me/OneDrive - Firm/x', 'OneDrive - Firm'],
])('%s is warned of', async (folder, kind) => {
  expect((await folderWarnings(folder))[0]).toContain(kind)
})

test('a plain folder is not warned of', async () => {
  expect(await folderWarnings('/home/me/dropbox-notes')).toEqual([])
})

test.each([
  ['nobody', { uid: 65_534, gid: 65_533 }],
  ['root', undefined],
  ['odd', undefined],
  ['absent', undefined],
])('the account %s in a list of accounts', (name, account) => {
  const passwd = 'root:x:0:0::/:/bin/sh\nodd:x:abc:1::/:\nnobody:x:65534:65533::/:/bin/false\n'
  expect(findAccount(passwd, name)).toEqual(account)
})
