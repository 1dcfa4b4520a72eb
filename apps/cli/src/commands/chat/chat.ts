import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ChatSession } from '../../chat/session.ts'
import { line, type Line } from '../../chat/lines.ts'
import { modeLabel, modeTyped } from '@countersign/protocol/client'
import { visibleLine } from '../../chat/visible.ts'
import { now } from '../../clock.ts'
import { reachServer, type Reached } from '../../server-client.ts'
import { warnOfAgent } from '../warn-of-agent.ts'
import { complain } from '../output.ts'
import { threadNamed } from '../named-thread.ts'

export interface ChatOptions {
  readonly thread?: string
  readonly mode?: string
  readonly linear?: boolean
  readonly agent?: boolean
}

/** A chat in the terminal: on the whole screen, or line by line. */
export async function chat(
  dir: string | undefined,
  options: ChatOptions,
  bodies: readonly FeatureBodyLines[],
): Promise<number> {
  warnOfAgent(options.agent)
  const workspace = resolve(dir ?? '.')
  const folder = await stat(workspace).catch(() => undefined)
  if (folder?.isDirectory() !== true) return complain(`\`${dir ?? '.'}\` is not a folder`)
  const reached = await reachServer()
  if (!reached.ok) return complain(reached.message)
  try {
    return await chatOn(reached.server, workspace, options, bodies)
  } finally {
    await reached.server.close()
  }
}

async function chatOn(
  server: Reached,
  workspace: string,
  options: ChatOptions,
  bodies: readonly FeatureBodyLines[],
): Promise<number> {
  const { thread, linear } = options
  const mode = options.mode === undefined ? undefined : modeTyped(options.mode)
  const session = new ChatSession(server, { workspace, ...(mode === undefined ? {} : { mode }) }, bodies)
  await session.connect()
  try {
    const opened = thread === undefined ? null : await openNamed(session, server, thread)
    if (opened !== null && !opened.ok) return complain(opened.message)
    if (thread !== undefined && mode !== undefined) await session.setMode(mode)
    const { TERM, NO_COLOR } = process.env
    const lines = linear === true || TERM === 'dumb' || !process.stdout.isTTY || !process.stdin.isTTY
    if (lines) {
      const { runLinear } = await import('../../chat/linear.ts')
      return await runLinear({ session, now, input: process.stdin, output: process.stdout })
    }
    if (thread === undefined) session.note(welcome(session))
    // Loaded only here: the screen takes a good part of a second, for which other commands should not wait.
    const { runScreen } = await import('../../chat/screen/app.ts')
    await runScreen({ session, now, colour: NO_COLOR === undefined || NO_COLOR === '' })
    return 0
  } finally {
    session.close()
  }
}

async function openNamed(session: ChatSession, server: Reached, typed: string) {
  const named = await threadNamed(server.api, typed)
  return named.ok ? session.open(named.id) : named
}

/** The first lines of an otherwise empty screen. */
function welcome({ mode, workspace }: ChatSession): readonly Line[] {
  return [
    line('Countersign. Your agent proposes, you countersign.', 'strong'),
    line(
      `Working in ${visibleLine(workspace)}, ${modeLabel(visibleLine(mode))} mode. Anything with an effect asks here first.`,
    ),
    line('Say what you want done. /help lists the commands.', 'dim'),
  ]
}
