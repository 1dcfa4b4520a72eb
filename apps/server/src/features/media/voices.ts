import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { cleanEnvironment } from '../../processes/clean-environment.ts'

/** A local speech program. */
export interface Voice {
  readonly id: 'espeak-ng' | 'say'
  readonly name: string
  readonly file: string
}

export interface Spoken {
  readonly text: string
  readonly voice?: string | undefined
  readonly language?: string | undefined
}

/** Milliseconds that it may take. */
const TIME = 60_000
/** Maximum output in bytes: a sound of the largest size, and its header. */
const OUTPUT = 26_000_000

/** `espeak-ng`, or `say` of macOS; undefined: this machine has neither. Looked up on demand, not at the start. */
export async function findVoice(
  path = process.env['PATH'] ?? '',
  platform = process.platform,
): Promise<Voice | undefined> {
  const wanted = platform === 'darwin' ? (['say', 'espeak-ng'] as const) : (['espeak-ng'] as const)
  for (const id of wanted)
    for (const folder of path.split(delimiter).filter((one) => one.startsWith('/'))) {
      const file = join(folder, id)
      if (await runs(file)) return { id, name: `${id} on this machine`, file }
    }
  return undefined
}

async function runs(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Speaks into a WAV. The text goes in on standard input, so that no word of it is read as an option. */
export async function speak(
  { id, file }: Voice,
  spoken: Spoken,
  { signal, home }: { readonly signal: AbortSignal; readonly home: string },
): Promise<Buffer> {
  const voice = voiceName(spoken)
  const named = voice === undefined ? [] : ['-v', voice]
  const run = { text: spoken.text, signal, home }
  if (id === 'espeak-ng') return withLengths(await printed(file, ['--stdin', '--stdout', ...named], run))
  const folder = await mkdtemp(join(tmpdir(), 'countersign-say-'))
  try {
    const to = join(folder, 'speech.wav')
    await printed(
      file,
      ['-o', to, '--file-format=WAVE', '--data-format=LEI16@22050', '-f', '-', ...named],
      run,
    )
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A program that prints a WAV does not know its length when it prints the header. */
function withLengths(wav: Buffer): Buffer {
  const data = wav.indexOf('data', 12, 'latin1')
  if (data < 0) return wav
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - data - 8, data + 4)
  return wav
}

/** Names of voices and languages are letters: anything else could be read as an option or a file. */
function voiceName({ voice, language }: Spoken): string | undefined {
  const name = voice ?? language?.toLowerCase()
  if (name === undefined) return undefined
  if (!/^[A-Za-z][\w +-]{0,60}$/.test(name)) throw new Error(`there is no voice \`${name}\``)
  return name
}

function printed(
  file: string,
  args: readonly string[],
  { text, signal, home }: { readonly text: string; readonly signal: AbortSignal; readonly home: string },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], {
      env: cleanEnvironment({ home, marker: 'speech', pty: false }),
      cwd: '/',
      stdio: 'pipe',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME)]),
    })
    const pieces: Buffer[] = []
    let bytes = 0
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > OUTPUT) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => {
      said = (said + piece.toString('utf8')).slice(0, 300)
    })
    child.stdin.on('error', () => undefined)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(pieces))
      else reject(new Error(said.trim() || `it ended with code ${code}`))
    })
    child.stdin.end(text)
  })
}
