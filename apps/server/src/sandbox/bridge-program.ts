import { access, chmod, constants, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PERL, PRCTL } from '../processes/reaper.ts'

/** Prefix of every folder with such a program. */
const FOLDER = 'cs-bridge-'

/** The program that the sandbox library starts instead of `socat`. */
export interface BridgeProgram {
  readonly path: string
  remove(): Promise<void>
}

/**
 * `socat` as the sandbox library starts it, with two changes for the bridges on this side: they get none of the server's environment, and
 * the kernel ends them when the server dies for any reason. Inside the sandbox it is plain `socat`: everything there ends with the sandbox.
 * Undefined: this machine does not support it, and bridges are only tracked by their notes.
 */
export async function bridgeProgram(
  server: number,
  machine: { readonly platform: string; readonly arch: string } = process,
): Promise<BridgeProgram | undefined> {
  const prctl = machine.platform === 'linux' ? PRCTL.get(machine.arch) : undefined
  if (prctl === undefined || !(await mayRun(PERL))) return undefined
  // Outside the data folder, which is hidden inside the sandbox.
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  const path = join(folder, 'socat')
  const remove = () => rm(folder, { recursive: true, force: true })
  await chmod(folder, 0o755)
  await writeFile(path, script(server, prctl), { mode: 0o755 })
  if (await mayRun(path)) return { path, remove }
  // A disk that forbids execution.
  await remove()
  return undefined
}

/** Removes the program of a killed server: only that file and its folder. */
export async function removeLeftProgram(path: string): Promise<void> {
  const folder = dirname(path)
  if (!basename(folder).startsWith(FOLDER) || basename(path) !== 'socat') return
  await rm(path, { force: true })
  await rmdir(folder).catch(() => undefined)
}

/** The signal is requested first and the parent checked afterwards, in case the server died in between. */
function script(server: number, prctl: string): string {
  return `#!/bin/sh
case "$1" in
UNIX-LISTEN:*) exec env -i PATH="$PATH" ${PERL} -e '
  syscall(${prctl}, 1, 15, 0, 0, 0);
  exit 143 if getppid() != ${server};
  exec { "socat" } "socat", @ARGV or exit 127;
' -- "$@" ;;
esac
exec socat "$@"
`
}

async function mayRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
