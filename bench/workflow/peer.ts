import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The report of a peer in its own process, in milliseconds. */
export async function peer(file: string, ...args: readonly string[]): Promise<number> {
  const path = fileURLToPath(new URL(`../compare/workflow/${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const piece of child.stdout) said += String(piece)
  const last = said.trim().split('\n').at(-1) ?? ''
  return z.object({ ms: z.number() }).parse(JSON.parse(last)).ms
}
