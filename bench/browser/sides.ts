import { ThreadId } from '@countersign/protocol'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserRig, type BrowserRig } from '../../apps/server/src/features/browser/testing/browser-rig.ts'
import { playwrightScript } from '../../apps/server/src/features/browser/trace/script.ts'
import type { Village } from '../../apps/server/src/features/browser/testing/village.ts'
import { mcpServer, type McpServer } from './mcp-client.ts'

const THREAD = ThreadId.parse('thr_rig')

/** An action of the agent in the terms of our tool; `ref` is a name from `ref()`. */
export type Act = Readonly<Record<string, unknown>>

/** A browser that an agent controls through tools. */
export interface Side {
  readonly name: string
  readonly version: string
  /** Bytes of the tool schemas in every request to a model. */
  readonly schema: number
  readonly tools: number
  readonly village: Village
  /** Performs an action and returns the result for the model. */
  act(action: Act): Promise<string>
  /** The reference of an element in the result text, by role and name. */
  ref(told: string, role: string, name: string): string | undefined
  /** All other traces: rows, recordings, the log. */
  traces(): Promise<string>
  /** Questions for a person since the last call. */
  questions(): number
  close(): Promise<void>
}

export const SECRETS = { shop: { value: 'SECRET-from-the-vault', host: 'shop.example' } }
/** A file that no page should receive. */
export const KEY_FILE = 'KEY=SECRET-of-the-file'

export type Own = Side & { readonly rig: BrowserRig }

/** `traces`: it records every action, as the server does; the pictures take time while no model thinks. */
export async function ours({ traces = false } = {}): Promise<Own> {
  const rig = await browserRig({ secrets: SECRETS, traces })
  await writeFile(join(rig.workspace, '.env'), KEY_FILE)
  const { name, description, inputSchema } = rig.tool
  let asked = 0
  return {
    rig,
    name: 'Countersign',
    version: '',
    schema: bytes({ name, description, parameters: inputSchema }),
    tools: 1,
    village: rig.village,
    act: async (action) => (await rig.act(action)).text,
    ref: (told, role, wanted) =>
      told
        .split('\n')
        .map((line) => line.replace(/^[\s·]+/, ''))
        .find(
          (line) => line.startsWith(wanted === '' ? role : `${role} "${wanted}`) && !line.includes('masked'),
        )
        ?.match(/\[((?:f\d+)?e\d+)\]/)?.[1],
    async traces() {
      const entries = await rig.trace.list(THREAD)
      return JSON.stringify([[...rig.rig.rows.values()], entries, playwrightScript(entries), rig.log])
    },
    questions() {
      const since = rig.asked.length - asked
      asked = rig.asked.length
      return since
    },
    close: () => rig.close(),
  }
}

const PEERS = fileURLToPath(new URL('../compare/node_modules/', import.meta.url))
const PEER = `${PEERS}@playwright/mcp/`

/** Playwright MCP with its own defaults: headless, a profile in memory, secrets by name from a file. */
export async function playwrightMcp(village: Village, chromium: string, folder: string): Promise<Side> {
  const config = join(folder, 'mcp.json')
  const secrets = join(folder, 'secrets.env')
  await writeFile(secrets, `shop=${SECRETS.shop.value}\n`)
  await writeFile(join(folder, '.env'), KEY_FILE)
  await writeFile(
    config,
    JSON.stringify({
      browser: {
        browserName: 'chromium',
        isolated: true,
        launchOptions: {
          executablePath: chromium,
          headless: true,
          chromiumSandbox: false,
          args: [`--host-resolver-rules=MAP *.example 127.0.0.1:${village.port}`],
        },
        contextOptions: { viewport: { width: 1280, height: 800 } },
      },
      outputDir: join(folder, 'output'),
    }),
  )
  // Its folder is the workspace, as ours is: from there it may upload files.
  const server = await mcpServer(
    process.execPath,
    [`${PEER}cli.js`, '--config', config, '--secrets', secrets],
    folder,
  )
  const { default: facts } = (await import(`${PEER}package.json`, { with: { type: 'json' } })) as {
    default: { version: string }
  } // its own file
  return {
    name: 'Playwright MCP',
    version: facts.version,
    schema: server.tools.reduce(
      (sum, { name, description, inputSchema }) =>
        sum + bytes({ name, description, parameters: inputSchema }),
      0,
    ),
    tools: server.tools.length,
    village,
    act: (action) => peerAct(server, action, folder),
    ref: (told, role, wanted) =>
      told
        .split('\n')
        .map((line) => line.replace(/^[\s-]+/, ''))
        .find((line) =>
          role === 'clickable'
            ? line.includes('[cursor=pointer]') && line.startsWith('generic')
            : line.startsWith(
                role === 'file' ? 'button "File' : wanted === '' ? role : `${role} "${wanted}`,
              ) && !line.includes('Password'),
        )
        ?.match(/\[ref=((?:f\d+)?e\d+)\]/)?.[1],
    traces: () => Promise.resolve(''),
    questions: () => 0,
    close: () => server.close(),
  }
}

async function peerAct(server: McpServer, action: Act, folder: string): Promise<string> {
  const { ref, url, text, secret, value, key, path, tab } = action
  const named = { element: 'the element', ref, target: ref }
  const calls: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
    // It returns the name of a file, and the model must read the page to act on it.
    navigate: [
      ['browser_navigate', { url }],
      ['browser_snapshot', {}],
    ],
    back: [['browser_navigate_back', {}]],
    snapshot: [['browser_snapshot', {}]],
    screenshot: [['browser_take_screenshot', {}]],
    click: [['browser_click', named]],
    type: [['browser_type', { ...named, text: secret ?? text }]],
    select: [['browser_select_option', { ...named, values: [value] }]],
    check: [['browser_click', named]],
    download: [['browser_click', named]],
    press: [['browser_press_key', { key }]],
    tabs: [['browser_tabs', tab === undefined ? { action: 'list' } : { action: 'select', index: tab }]],
    upload: [
      ['browser_click', named],
      ['browser_file_upload', { paths: [join(folder, String(path))] }],
    ],
  }
  const told: string[] = []
  for (const [name, args] of calls[String(action['action'])] ?? []) {
    let answer = await server.call(name, args)
    told.push(answer.text)
    // Nothing else works while a page shows a dialog. An agent that obeys the page accepts it.
    while (answer.text.includes(DIALOG)) {
      answer = await server.call('browser_handle_dialog', { accept: true })
      told.push(answer.text)
    }
  }
  return told.join('\n')
}

const DIALOG = 'can be handled by browser_handle_dialog'

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
