import { z } from 'zod'
import type { ClientTool } from '../../platform/client-tool.ts'
import { windowPanes, type OpenText } from '../../platform/window-panes.ts'
import { texts } from './texts.ts'

/**
 * The agent's actions in editors of this window, after the gate. Nothing here saves: a save by hand belongs to a person, and text that a
 * call wrote would become theirs.
 */

/** Milliseconds that an editor has to open. */
const OPEN_LIMIT = 10_000

const Open = z.object({ path: z.string(), line: z.number().optional() })

export const openFile: ClientTool['run'] = async (args, signal, { thread }) => {
  const { path, line } = Open.parse(args)
  const source = windowPanes.source()
  if (source === undefined || source.thread !== thread) return { ok: false, text: texts.noWorkbench }
  const opened = source.open('editor', { path })
  if (!opened.ok || line === undefined) return opened
  const text = await textOf({ thread, path }, signal)
  text?.show(line)
  return opened
}

const Edits = z.object({
  path: z.string(),
  edits: z.array(z.object({ old_text: z.string(), new_text: z.string(), all: z.boolean().optional() })),
})

export const applyEdit: ClientTool['run'] = async (args, _signal, { call, thread }) => {
  const { path, edits } = Edits.parse(args)
  const text = windowPanes.textOf({ thread, path })
  return text === undefined ? { ok: false, text: texts.notOpen(path) } : text.edit(edits, call)
}

/** The seam for language servers: until one runs, there are no diagnostics. */
export const diagnostics: ClientTool['run'] = async () => ({ ok: true, text: texts.noProblems })

/** An editor opens after its pane; undefined: it did not open in time. */
function textOf(
  place: Parameters<typeof windowPanes.textOf>[0],
  signal: AbortSignal,
): Promise<OpenText | undefined> {
  const found = windowPanes.textOf(place)
  if (found !== undefined) return Promise.resolve(found)
  return new Promise((settle) => {
    const end = (text: OpenText | undefined): void => {
      clearTimeout(timer)
      unfollow()
      settle(text)
    }
    const timer = setTimeout(() => end(undefined), OPEN_LIMIT)
    const unfollow = windowPanes.listen(() => {
      const text = windowPanes.textOf(place)
      if (text !== undefined) end(text)
    })
    signal.addEventListener('abort', () => end(undefined), { once: true })
  })
}
