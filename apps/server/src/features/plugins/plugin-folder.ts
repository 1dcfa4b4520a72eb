import { PLUGIN_MAIN_LIMIT, readPlugin, type PluginManifest } from '@countersign/protocol'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from '../../platform/files/content-files.ts'

/** The two files of a plugin, and the hash of both: nothing else in its folder is read, copied or run. */
export interface PluginFiles {
  readonly json: string
  readonly main: string
  readonly hash: string
}

export interface ReadPlugin {
  readonly manifest: PluginManifest
  readonly files: PluginFiles
}

export type FolderLook =
  | { readonly ok: true; readonly plugin: ReadPlugin }
  | { readonly ok: false; readonly message: string }

/** Reads a plugin from its folder; invalid files are refused, with a message for its author. */
export async function readFolder(folder: string): Promise<FolderLook> {
  const json = await textAt(join(folder, 'plugin.json'), PLUGIN_MAIN_LIMIT)
  if (!json.ok) return json
  const manifest = readPlugin(json.text)
  if (!manifest.ok) return manifest
  const main = await textAt(join(folder, manifest.value.main), PLUGIN_MAIN_LIMIT)
  if (!main.ok) return main
  return { ok: true, plugin: { manifest: manifest.value, files: filesOf(json.text, main.text) } }
}

export function filesOf(json: string, main: string): PluginFiles {
  return { json, main, hash: hashOf(packed({ json, main })) }
}

/** Both files as the single content that is stored and hashed. */
export function packed({ json, main }: Pick<PluginFiles, 'json' | 'main'>): Buffer {
  return Buffer.from(JSON.stringify([json, main]))
}

/** The files that `packed` stored. */
export function unpacked(bytes: Buffer): Pick<PluginFiles, 'json' | 'main'> {
  const [json = '', main = ''] = JSON.parse(bytes.toString('utf8')) as string[] // written by `packed`, found by its hash
  return { json, main }
}

type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** A link could lead to any other file. */
async function textAt(path: string, limit: number): Promise<Text> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return { ok: false, message: `there is no \`${path}\`` }
  if (!found.isFile()) return { ok: false, message: `\`${path}\` is not a plain file` }
  if (found.size > limit) return { ok: false, message: `\`${path}\` is larger than ${limit} bytes` }
  return { ok: true, text: await readFile(path, 'utf8') }
}
