import { spawn } from 'node:child_process'
import { z } from 'zod'
import { linesIn } from '../../disk/lines.ts'
import { globFilter, type Finder, type FoundFile, type SearchRoot, type SearchWish } from './finder.ts'

/** Milliseconds that a search may take. */
const SEARCH_TIME = 30_000

/** Largest file that is searched: a larger one could not be shown. */
const SIZE = '20M'

/** Searches with ripgrep, whose binary comes from a package. */
export const ripgrep: Finder = async (root, wish) => {
  const program = await programPath()
  if (program === undefined) return 'unavailable'
  // The folder by our own descriptor: its path may lead to another folder by now.
  const cwd =
    process.platform === 'linux' ? root.folder.at('.').replace('/self/', `/${process.pid}/`) : root.path
  const child = spawn(program, argumentsOf(root, wish), {
    cwd,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SEARCH_TIME,
    killSignal: 'SIGKILL',
    signal: wish.signal,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
  let trouble = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (trouble.length < 2000) trouble += text
  })
  const fits = globFilter(wish.glob)
  const files = new Map<string, number[]>()
  let lines = 0
  for await (const line of linesIn(child.stdout)) {
    const match = readMatch(line)
    if (!match || !fits(match.name)) continue
    if (lines >= wish.lines) {
      child.kill('SIGKILL')
      break
    }
    lines += 1
    files.set(match.name, [...(files.get(match.name) ?? []), match.line])
  }
  const cut = lines >= wish.lines
  const code = await ended
  if (code === 2 && files.size === 0) return { ok: false, message: `the search failed: ${trouble.trim()}` }
  return { ok: true, files: [...files].map(([name, found]): FoundFile => ({ name, lines: found })), cut }
}

let known: Promise<string | undefined> | undefined

function programPath(): Promise<string | undefined> {
  known ??= import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    // The package throws when it has no binary for this platform.
    () => undefined,
  )
  return known
}

function argumentsOf(root: SearchRoot, wish: SearchWish): readonly string[] {
  return [
    '--json',
    '--no-config',
    '--no-messages',
    '--no-follow',
    '--one-file-system',
    '--hidden',
    '--sort=path',
    `--max-filesize=${SIZE}`,
    ...(wish.ignored ? ['--no-ignore'] : ['--no-require-git', '--no-ignore-global']),
    ...(wish.literal ? ['--fixed-strings'] : []),
    ...(wish.word === true ? ['--word-regexp'] : []),
    wish.ignore_case ? '--ignore-case' : '--case-sensitive',
    '--glob=!.git',
    `--regexp=${wish.pattern}`,
    '--',
    root.only === undefined ? '.' : `./${root.only}`,
  ]
}

const Match = z.object({
  type: z.literal('match'),
  data: z.object({ path: z.object({ text: z.string() }), line_number: z.number().int() }),
})

/** A line of the report; undefined: it reports something else, or a name that is not valid text. */
function readMatch(line: string): { readonly name: string; readonly line: number } | undefined {
  if (!line.startsWith('{"type":"match"')) return undefined
  const parsed = Match.safeParse(JSON.parse(line))
  if (!parsed.success) return undefined
  const { path, line_number } = parsed.data.data
  return { name: path.text.replace(/^\.\//, ''), line: line_number }
}
