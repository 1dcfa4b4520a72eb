import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readShell } from '../read-shell.ts'
import { PLACE, showsVector } from './reading.ts'

/** Compares the commands that bash tries to start for each text with the reading. `folder` is a working folder for bash only. */
export async function compareWithBash(texts: readonly string[], folder: string): Promise<Comparison> {
  const half = Math.ceil(texts.length / 2)
  const halves = [texts.slice(0, half), texts.slice(half)]
  const found = await Promise.all(
    halves.map(async (part, index) => {
      const cwd = join(folder, String(index), 'work')
      const started = await record(part, cwd)
      const missed = part.flatMap((text, at) => {
        const reading = readShell(text, { ...PLACE, cwd })
        const hidden = (started[at] ?? []).filter((vector) => !showsVector(reading, vector))
        return hidden.map((vector) => ({ text, vector }))
      })
      return { missed, started: started.flat().length }
    }),
  )
  return {
    missed: found.flatMap(({ missed }) => missed),
    started: found.reduce((sum, { started }) => sum + started, 0),
  }
}

interface Comparison {
  readonly missed: readonly { readonly text: string; readonly vector: readonly string[] }[]
  readonly started: number
}

const WORD_END = '\u001f'
const VECTOR_END = '\u001e'

/**
 * One shell that runs each text in its own subshell, once with every unknown command succeeding and once with every one failing, which
 * takes other branches. The path has no programs, so nothing is started; builtins are real. Bash calls the handler for a name that it does
 * not find. Each process may use one second of CPU time, so that endless loops end.
 */
const DRIVER = `
ulimit -t 1
number=0
while IFS= read -r -d '' text; do
  for status in 0 1; do
    handler='command_not_found_handle() { builtin printf "%s\\037" "$@" $'"'\\036'"' >&3; builtin return '$status'; }'
    /bin/bash --noprofile --norc -c "$handler"$'\n'"$text" 3>>"../$number" </dev/null >/dev/null 2>&1
  done
  number=$((number + 1))
done
`

/** The argument vectors that bash tries to start for each text. */
async function record(
  texts: readonly string[],
  work: string,
): Promise<readonly (readonly (readonly string[])[])[]> {
  const folder = dirname(work)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await drive(texts, work)
  return texts.map((_, index) => {
    const lines = readFileSync(join(folder, String(index)), 'utf8').split(VECTOR_END + WORD_END)
    return [...new Set(lines)].filter((line) => line !== '').map((line) => line.split(WORD_END).slice(0, -1))
  })
}

function drive(texts: readonly string[], folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const driver = spawn('/bin/bash', ['--noprofile', '--norc', '-c', DRIVER], {
      cwd: folder,
      // Recursive functions are stopped early: two calls in each call would never end.
      env: { HOME: PLACE.home, PATH: '/nonexistent', FUNCNEST: '6' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    driver.on('error', reject)
    driver.on('close', () => resolve())
    driver.stdin.end(texts.map((text) => `${text}\0`).join(''))
  })
}
