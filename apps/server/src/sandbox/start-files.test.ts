/** @module-tag slow */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** A machine with both programs of the sandbox, on which this process may lay another folder over the home folder that bash looks into. */
const home = userInfo().homedir
const canLayOver =
  spawnSync('socat', ['-V']).status === 0 &&
  spawnSync('bwrap', ['--dev-bind', '/', '/', '--bind', tmpdir(), home, 'true']).status === 0 &&
  home === homedir() &&
  !import.meta.dirname.startsWith(`${home}/`)

test.runIf(canLayOver)('what tries the sandbox reads no start file of the person’s shell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cs-start-files-'))
  try {
    await mkdir(join(folder, 'home'))
    await writeFile(join(folder, 'home', '.bashrc'), 'echo read the start file >&2; exit 7\n')
    const file = fileURLToPath(new URL('testing/hold-sandbox.ts', import.meta.url))
    const said = execFileSync(
      'bwrap',
      ['--dev-bind', '/', '/', '--bind', join(folder, 'home'), home].concat([
        process.execPath,
        '--conditions=countersign-source',
        file,
        folder,
        'once',
      ]),
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    )
    expect(said).toBe('on\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
