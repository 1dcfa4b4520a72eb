import type { CallResult, StoredCall, Tool, ToolOutcome } from '@countersign/agent'
import { compilePolicy, decide, type LayerSource } from '@countersign/policy'
import { ThreadId, type TraceEntry } from '@countersign/protocol'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageStore, type ImageStore } from '../../../media/image-store.ts'
import { contentFiles } from '../../../platform/files/content-files.ts'
import { gateRig, type GivenAnswer, type Rig } from '../../../testing/gate-rig.ts'
import { shellQuoted } from '../../../processes/shell-quoted.ts'
import { findChromiums } from '../chromium/find.ts'
import type { BrowserInput } from '../input.ts'
import type { Session } from '../session.ts'
import { Sessions } from '../sessions.ts'
import { browserTool } from '../tool.ts'
import { record } from '../trace/record.ts'
import type { Trace } from '../trace/trace.ts'
import { village, type Village } from './village.ts'

const THREAD = ThreadId.parse('thr_rig')

/** The browser tool behind a real gate, with a real Chromium and a village of test sites. */
export interface BrowserRig {
  readonly village: Village
  readonly workspace: string
  readonly rig: Rig
  readonly tool: Tool
  readonly images: ImageStore
  readonly sessions: Sessions
  /** The recorded actions. */
  readonly trace: Trace

  /** Log of the requests that the proxy stopped. */
  readonly log: string[]
  /** All questions that the person was asked. */
  readonly asked: StoredCall[]
  rules(mode: string, allow?: readonly string[], deny?: readonly string[]): void
  answer(given: (asked: StoredCall) => GivenAnswer): void
  act(args: Readonly<Record<string, unknown>>): Promise<CallResult>
  session(): Session
  close(): Promise<void>
}

export async function browserRig(
  options: {
    readonly names?: Readonly<Record<string, string>>
    /** Timeout of an action in milliseconds. */
    readonly actionMs?: number
    now?(): number
    /** Records every action, as the server does. */
    readonly traces?: boolean
    /** Why no browser can start. */
    readonly whyNone?: string
    readonly secrets?: Readonly<Record<string, { readonly value: string; readonly host: string }>>
  } = {},
): Promise<BrowserRig> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-browser-rig-')))
  const home = await village(options.names)
  const place = { workspace: folder, cwd: folder, home: '/home/nobody' }
  const rig = gateRig(place)
  const kept = (name: string) =>
    contentFiles({ folder: join(folder, name), clock: { now: () => Date.now() } })
  const images = imageStore(kept('.media'), kept('.images'))
  const log: string[] = []
  const asked: StoredCall[] = []
  const sessions = new Sessions({
    env: { ...process.env, CHROMIUM_PATH: await trusting(home.pin, folder) },
    folder: undefined,
    egress: home.egress,
    hidden: [],
    secret: () => 'a password of the proxy',
    reach: home.reach,
    ...(options.actionMs === undefined ? {} : { actionMs: options.actionMs }),
    refused: (what, why) => log.push(`${what}: ${why}`),
    now: options.now ?? (() => Date.now()),
  })
  const trace = memoryTrace()
  const traced = {
    traced: (thread: ThreadId, session: Session, input: BrowserInput, work: () => Promise<ToolOutcome>) =>
      record(
        {
          trace,
          images,
          now: () => Date.now(),
          failed: (what, cause) => log.push(`${what}: ${String(cause)}`),
        },
        thread,
        session,
        { input, work },
      ),
  }
  const tool = browserTool({
    ...(options.traces === true ? traced : {}),
    sessions,
    images,
    whyNone: () => Promise.resolve(options.whyNone),
    judging: (_thread, as, at) => {
      const policy = compilePolicy({ mode: rig.mode, layers: rig.layers })
      return Promise.resolve((specifier) => decide({ tool: as, specifier, place: at }, policy))
    },
    secret: (_thread, name, url) => {
      const known = options.secrets?.[name]
      if (known === undefined) return Promise.resolve({ problem: `there is no secret \`${name}\`` })
      return Promise.resolve(
        new URL(url).host === known.host ? known.value : { problem: 'the secret is not for this host' },
      )
    },
  })
  return {
    village: home,
    workspace: folder,
    rig,
    tool,
    images,
    sessions,
    trace,
    log,
    asked,
    rules(mode, allow = [], deny = []) {
      const layers: LayerSource[] = [{ layer: 'user', lists: { allow: [...allow], deny: [...deny] } }]
      rig.mode = mode
      rig.layers = layers
    },
    answer(given) {
      rig.answer = (call) => {
        asked.push(call)
        return given(call)
      }
    },
    act: (args) => rig.call([tool], 'browser', args, { threadId: THREAD }),
    session() {
      const session = sessions.find(THREAD)
      if (session === undefined) throw new Error('no browser is open')
      return session
    },
    async close() {
      await sessions.closeAll()
      await home.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes a launcher for Chromium that accepts the village's certificate. Returns an empty path if there is no Chromium. */
async function trusting(pin: string, folder: string): Promise<string> {
  const [found] = findChromiums(process.env, undefined)
  if (found === undefined) return ''
  const program = join(folder, '.chromium')
  const command = `exec ${shellQuoted(found.path)} --ignore-certificate-errors-spki-list=${pin} "$@"`
  await writeFile(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  return program
}

function memoryTrace(): Trace {
  const kept: TraceEntry[] = []
  return {
    async add(_thread, at, entry) {
      kept.push({ id: kept.length, at, ...entry })
    },
    list: async () => kept,
  }
}
