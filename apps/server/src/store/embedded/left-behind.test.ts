import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAfterLeftBehind } from './left-behind.ts'
import type { Places } from './places.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-left-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A data folder and, elsewhere, its database. */
async function make(name: string): Promise<{ readonly home: string; readonly places: Places }> {
  const home = join(folder, 'homes', name)
  const root = join(folder, 'lib', name)
  for (const path of [home, join(root, 'data')]) await mkdir(path, { recursive: true })
  const control = join(home, 'control')
  const data = join(root, 'data')
  const places = { root, data, socket: root, control, log: join(root, 'log'), password: join(control, 'p') }
  return { home, places }
}

const left = async () => (await readdir(join(folder, 'lib'))).toSorted()

async function daysAgo(file: string, days: number): Promise<void> {
  const at = (await stat(file)).mtimeMs / 1000 - days * 86_400
  await utimes(file, at, at)
}

test('a database whose data folder was deleted goes after thirty days, and no other', async () => {
  const one = await make('one')
  const gone = await make('gone')
  const foreign = join(folder, 'lib', 'foreign')
  await mkdir(foreign)
  await writeFile(join(foreign, 'belongs-to.json'), 'not ours')
  const look = () => lookAfterLeftBehind(one.home, one.places)
  await lookAfterLeftBehind(gone.home, gone.places)
  await look()
  await rm(gone.home, { recursive: true })
  await look()
  const mark = join(gone.places.root, 'gone-since')
  await daysAgo(mark, 29)
  await look()
  expect(await left()).toEqual(['foreign', 'gone', 'one'])
  await daysAgo(mark, 2)
  await look()
  expect(await left()).toEqual(['foreign', 'one'])
})

test('a data folder that came back, or whose drive is not there, keeps its database', async () => {
  const one = await make('one')
  const back = await make('back')
  await lookAfterLeftBehind(back.home, back.places)
  await rm(back.home, { recursive: true })
  await lookAfterLeftBehind(one.home, one.places)
  const mark = join(back.places.root, 'gone-since')
  await daysAgo(mark, 40)
  await mkdir(back.home)
  await lookAfterLeftBehind(one.home, one.places)
  expect(await readdir(back.places.root)).not.toContain('gone-since')
  // Another folder of the same name, as an empty mount point is.
  await rm(join(folder, 'homes'), { recursive: true })
  await mkdir(join(folder, 'other'))
  await mkdir(join(folder, 'homes'))
  const other = await make('other')
  await lookAfterLeftBehind(other.home, other.places)
  expect(await readdir(back.places.root)).not.toContain('gone-since')
})

test('a database inside its data folder goes with it', async () => {
  const { home, places } = await make('inside')
  await lookAfterLeftBehind(home, { ...places, root: join(home, 'postgres') })
  expect(await readdir(home)).toEqual([])
})
