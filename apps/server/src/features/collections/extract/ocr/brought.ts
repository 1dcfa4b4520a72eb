import type { StatusPart } from '@countersign/protocol'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Brought } from '../../../../platform/brought.ts'
import { fileInTar } from './tar.ts'

/** The parts of OCR: code, and the data of a language. */
export interface OcrParts {
  readonly core: Buffer
  readonly data: Buffer
}

/** Download size of OCR in bytes. */
export const OCR_DOWNLOAD = 30_774_952

/** Packages of the registry, pinned by content hash: other bytes are refused. */
const PACKAGES = [
  {
    part: 'core',
    spec: 'tesseract.js-core@7.0.0',
    sha512: 'WnNH518NzmbSq9zgTPeoF8c+xmilS8rFIl1YKbk/ptuuc7p6cLNELNuPAzcmsYw450ca6bLa8j3t0VAtq435Vw==',
    file: 'package/tesseract-core-simd-lstm.wasm.js',
  },
  {
    part: 'data',
    spec: '@tesseract.js-data/eng@1.0.0',
    sha512: 'mbTumm6KQPUHyzTPQaF3ObXYnx0SqqfV2nabqFVQBwD6Kl7PhGSLSzOlfFTWy0P3BjghaSKA2W9GB19Jk+ZcTg==',
    file: 'package/4.0.0_best_int/eng.traineddata.gz',
  },
] as const

/** Downloads a package as an archive into a folder. */
export type Pack = (spec: string, folder: string) => Promise<void>

export interface OcrState {
  readonly there: boolean
  readonly bringing: boolean
  /** Stored size. */
  readonly bytes: number
  readonly problem: string | null
}

/** OCR in the data folder: downloaded only when a person asks for it. */
export function broughtOcr(folder: string, pack: Pack = npmPack) {
  let parts: Promise<OcrParts | undefined> | undefined
  let bringing: Promise<void> | undefined
  let problem: string | null = null
  const place = (part: string) => join(folder, part)
  async function read(): Promise<OcrParts | undefined> {
    const found = await Promise.all([readFile(place('core')), readFile(place('data'))]).catch(() => undefined)
    return found === undefined ? undefined : { core: found[0], data: found[1] }
  }
  return {
    /** Checked each time: another server process may have downloaded or removed it. */
    async parts(): Promise<OcrParts | undefined> {
      if (!(await this.state()).there) parts = undefined
      else parts ??= read()
      return parts
    },
    async state(): Promise<OcrState> {
      const sizes = await Promise.all(
        PACKAGES.map(({ part }) => stat(place(part)).then(({ size }) => size)),
      ).catch(() => undefined)
      return {
        there: sizes !== undefined,
        bringing: bringing !== undefined,
        bytes: sizes?.reduce((sum, size) => sum + size, 0) ?? 0,
        problem,
      }
    },
    /** For the status pane. */
    async status(): Promise<StatusPart> {
      const { there, bytes } = await this.state()
      const about = { group: 'collections', name: 'OCR for English' } as const
      if (problem !== null) return { ...about, state: 'trouble', text: problem }
      if (!there) return { ...about, state: 'off', text: 'not installed: scans cannot be read' }
      const size = Math.round(bytes / 1_000_000)
      return {
        ...about,
        state: 'well',
        text: `${size} MB in \`ocr\` of the data folder`,
      }
    },
    /** Resolves when it is available; the state says why it is not. */
    bring(): Promise<void> {
      problem = null
      bringing ??= bringInto(folder, pack)
        .catch((cause: unknown) => {
          problem = cause instanceof Error ? cause.message : String(cause)
        })
        .finally(() => {
          bringing = undefined
          parts = undefined
        })
      return bringing
    },
    /** For the list of downloads. */
    async brought(): Promise<readonly Brought[]> {
      const { there } = await this.state()
      return there
        ? [{ id: 'collections:ocr', name: 'OCR for English', path: folder, remove: () => this.remove() }]
        : []
    },
    async remove(): Promise<void> {
      await rm(folder, { recursive: true, force: true })
      parts = undefined
    },
  }
}

export type BroughtOcr = ReturnType<typeof broughtOcr>

async function bringInto(folder: string, pack: Pack): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'countersign-ocr-'))
  try {
    const made = join(work, 'made')
    await mkdir(made)
    for (const { part, spec, sha512, file } of PACKAGES) {
      const own = join(work, part)
      await mkdir(own)
      await pack(spec, own)
      const [name = ''] = await readdir(own)
      const archive = await readFile(join(own, name))
      if (createHash('sha512').update(archive).digest('base64') !== sha512)
        throw new Error(`\`${spec}\` is not the expected package: its content differs`)
      const bytes = fileInTar(gunzipSync(archive), file)
      if (bytes === undefined) throw new Error(`\`${spec}\` has no \`${file}\``)
      await writeFile(join(made, part), file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    }
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const { part } of PACKAGES) {
      // Written next to its place first: an incomplete folder is never read.
      await writeFile(join(folder, `${part}.new`), await readFile(join(made, part)), { mode: 0o600 })
      await rename(join(folder, `${part}.new`), join(folder, part))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** With npm's settings on this machine. Nothing of a package is run. */
async function npmPack(spec: string, folder: string): Promise<void> {
  const child = spawn('npm', ['pack', spec, '--pack-destination', folder, '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch(() => null)
  if (code !== 0)
    throw new Error(
      `npm could not download \`${spec}\`${said.trim() === '' ? '' : `: ${said.trim().split('\n').at(-1) ?? ''}`}`,
    )
}
