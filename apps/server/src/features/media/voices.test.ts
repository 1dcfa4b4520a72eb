import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wav } from '../../media/testing/sounds.ts'
import { findVoice, speak } from './voices.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-voices-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${text}`)
  await chmod(join(folder, name), 0o755)
}
const doing = () => ({ signal: AbortSignal.timeout(20_000), home: folder })

test('`say` of macOS comes before espeak-ng there, and nowhere else', async () => {
  expect(await findVoice(folder, 'darwin')).toBeUndefined()
  await program('espeak-ng', '')
  expect(await findVoice(folder, 'darwin')).toMatchObject({ id: 'espeak-ng' })
  await program('say', '')
  expect(await findVoice(folder, 'darwin')).toMatchObject({ id: 'say' })
  expect(await findVoice(folder, 'linux')).toMatchObject({ id: 'espeak-ng' })
})

test('`say` writes a WAV of the words on its input, and leaves no file', async () => {
  const sound = wav(0.2)
  await writeFile(join(folder, 'sound.wav'), sound)
  // As `say` does: the file after `-o` gets the sound, the words come by `-f -`.
  await program(
    'say',
    `echo "$@" > ${folder}/args; cat > ${folder}/words; cp ${folder}/sound.wav "$2"; dirname "$2" > ${folder}/where`,
  )
  const voice = await findVoice(folder, 'darwin')
  if (voice === undefined) throw new Error('there is no voice')
  const spoken = await speak(voice, { text: '-o /etc/passwd', voice: 'Anna' }, doing())
  expect(spoken.equals(sound)).toBe(true)
  expect(await readFile(join(folder, 'words'), 'utf8')).toBe('-o /etc/passwd')
  expect(await readFile(join(folder, 'args'), 'utf8')).toMatch(/ -f - -v Anna\n$/)
  const where = (await readFile(join(folder, 'where'), 'utf8')).trim()
  await expect(readdir(where)).rejects.toThrow('ENOENT')
})

test('no voice or language is an option of the program', async () => {
  await program('espeak-ng', 'exit 0')
  const voice = await findVoice(folder, 'linux')
  if (voice === undefined) throw new Error('there is no voice')
  await expect(speak(voice, { text: 'x', voice: '-w/tmp/x' }, doing())).rejects.toThrow('there is no voice')
})

test('a program that fails says why', async () => {
  await program('espeak-ng', 'echo "no such voice" >&2; exit 3')
  const voice = await findVoice(folder, 'linux')
  if (voice === undefined) throw new Error('there is no voice')
  await expect(speak(voice, { text: 'x' }, doing())).rejects.toThrow('no such voice')
})
