import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200

/** Runs `work` while no other process of this clone does. A lock whose owner is gone is taken over. */
export async function exclusively(folder, name, work) {
  const path = `${folder}/${name}.lock`
  await mkdir(folder, { recursive: true })
  await acquire(path)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function acquire(path) {
  for (;;) {
    try {
      return await writeFile(path, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (await isAbandoned(path)) await rm(path, { force: true })
    else await sleep(POLL_MS)
  }
}

async function isAbandoned(path) {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  // An empty file is one that is being written right now.
  if (!owner) return false
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
