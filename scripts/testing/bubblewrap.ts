import { existsSync } from 'node:fs'
import { say } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'

/** The parts of the machine that the installation needs; tests replace them. */
export interface Machine {
  readonly isRoot: boolean
  readonly hasApt: boolean
  /** Runs a program to its end. */
  readonly run: (
    command: string,
    args: readonly string[],
  ) => Promise<{ readonly code: number; readonly output: string }>
}

const HERE: Machine = {
  isRoot: process.getuid?.() === 0,
  hasApt: existsSync('/usr/bin/apt-get'),
  run: (command, args) =>
    capture(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
}

/**
 * As root, Chromium runs only inside bubblewrap, so a test run as root installs it if possible. Never throws: without it those tests are
 * skipped, and the last lines of the run say why.
 */
export async function bringBubblewrap(machine: Machine = HERE): Promise<boolean> {
  const works = async () => (await machine.run('bwrap', ['--ro-bind', '/', '/', 'true'])).code === 0
  if (await works()) return true
  if (!machine.isRoot || !machine.hasApt) return false
  say('Installing bubblewrap for the tests with apt-get …')
  await machine.run('apt-get', ['update'])
  const { code, output } = await machine.run('apt-get', [
    'install',
    '-y',
    '--no-install-recommends',
    'bubblewrap',
  ])
  if (code !== 0) say(`\`apt-get install bubblewrap\` failed:\n${output.trimEnd()}`)
  return code === 0 && works()
}
