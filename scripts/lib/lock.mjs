import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200

/**
 * Runs `work` under a lock between the processes of this clone. A lock whose owner is gone is taken over.
 * @template T
 * @param {string} folder
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
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

/** @param {string} path */
async function acquire(path) {
  for (;;) {
    try {
      return await writeFile(path, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    if (await isAbandoned(path)) await rm(path, { force: true })
    else await sleep(POLL_MS)
  }
}

/** @param {string} path */
async function isAbandoned(path) {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  // An empty file is still being written.
  if (!owner) return false
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
