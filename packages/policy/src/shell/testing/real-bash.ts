import { spawn } from 'node:child_process'

/** Whether unknown commands succeed or fail: either way takes other branches. */
type Luck = 'succeed' | 'fail'

/**
 * Runs a text in real bash and answers with the argument vectors that it tried to start. There is no program on its
 * path, so nothing is started; builtins are real. The folder is thrown away by the caller.
 */
export async function startedVectors(text: string, folder: string): Promise<readonly (readonly string[])[]> {
  const [lucky, unlucky] = await Promise.all([run(text, folder, 'succeed'), run(text, folder, 'fail')])
  return [...new Set([...lucky, ...unlucky])].map((line) => line.split(WORD_END).slice(0, -1))
}

const WORD_END = '\u001f'
const VECTOR_END = '\u001e'

/** The handler is what bash calls for a name that it does not find. Its own words are builtins, called as such. */
function prelude(luck: Luck): string {
  const status = luck === 'succeed' ? 0 : 1
  return `command_not_found_handle() { builtin printf '%s\\037' "$@" $'\\036' >&3; builtin return ${status}; }\n`
}

/** Loops that never end are ended; what they started until then counts. */
const TIME_LIMIT = 2_000
/** Background jobs may outlive the shell for as long as this. */
const LINGER = 500

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Gone already, which is what is wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function run(text: string, folder: string, luck: Luck): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['--noprofile', '--norc', '-c', prelude(luck) + text], {
      cwd: folder,
      env: { HOME: '/home/dev', PATH: '/nonexistent' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // A group of its own, so that whatever it leaves behind ends with it.
      detached: true,
    })
    const end = (): void => endGroup(child.pid)
    const limit = setTimeout(end, TIME_LIMIT)
    child.on('exit', () => setTimeout(end, LINGER).unref())
    const recorder = child.stdio[3]
    let names = ''
    recorder?.on('data', (chunk: Buffer) => (names += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(limit)
      resolve(names.split(VECTOR_END + WORD_END).filter((line) => line !== ''))
    })
  })
}
