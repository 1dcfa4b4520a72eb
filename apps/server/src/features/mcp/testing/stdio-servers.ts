import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A server published by the authors of the protocol. */
export function referenceServer(name: 'everything' | 'filesystem' | 'memory', ...args: string[]) {
  const main = createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)
  return { kind: 'stdio' as const, command: process.execPath, args: [main, ...args], env: {} }
}

/** A small server of our own, written out as a program: its list and its behaviour can be changed while it runs. */
export async function ownServer(folder: string, name: string, script: string) {
  const file = join(folder, `${name}.mjs`)
  await writeFile(file, `${RPC}\n${script}`)
  return { kind: 'stdio' as const, command: process.execPath, args: [file], env: {} }
}

const RPC = `
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const pending = new Map()
function serve(tools, call) {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params, result } = JSON.parse(line)
    if (method === undefined) return pending.get(id)?.(result)
    if (id === undefined) return
    const reply = (result) => send({ id, result })
    if (method === 'initialize') return reply({ protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'own', version: '1' } })
    if (method === 'ping') return globalThis.deaf ? undefined : reply({})
    if (method === 'tools/list') return reply({ tools: tools() })
    if (method === 'tools/call') { const answer = await call(params, id); return answer && reply(answer) }
    send({ id, error: { code: -32601, message: 'no ' + method } })
  })
}
const text = (words) => ({ content: [{ type: 'text', text: words }] })
const object = (properties = {}) => ({ type: 'object', properties })
`
