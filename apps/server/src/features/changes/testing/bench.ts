import {
  ChangesView,
  HandOutcome,
  HunkOutcome,
  type CallView,
  type ThreadId,
  type TurnId,
} from '@countersign/protocol'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { testServer } from '../../../testing/running-server.ts'

/** A server with one thread in auto mode, and a person who reads the changes. */
export async function changesBench(env: Readonly<Record<string, string>> = {}, model?: string) {
  const server = await testServer(env)
  const client = await server.connect()
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(server.workspace, path)), { recursive: true })
    await writeFile(join(server.workspace, path), text)
  }
  const onDisk = (path: string) => readFile(join(server.workspace, path), 'utf8')

  const newChat = async (): Promise<ThreadId> => {
    const answer = await client.command({
      type: 'thread_create',
      permission_mode: 'auto',
      ...(model === undefined ? {} : { model }),
    })
    if (answer.type !== 'ok' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
    await client.command({ type: 'subscribe', thread_id: answer.thread_id, after_seq: 0 })
    return answer.thread_id
  }

  /** Runs a turn to its end. */
  const say = async (thread: ThreadId, text: string): Promise<TurnId> => {
    const seen = new Set(client.messages)
    await client.command({ type: 'turn_start', thread_id: thread, text })
    const ended = await client.until(
      (message) =>
        !seen.has(message) &&
        message.type === 'event' &&
        message.event.type === 'turn_updated' &&
        message.event.turn.thread_id === thread &&
        ['done', 'failed'].includes(message.event.turn.state),
    )
    if (ended.type !== 'event' || ended.event.type !== 'turn_updated') throw new Error('no end')
    return ended.event.turn.id
  }
  /** The call of a turn, once the turn is over. */
  const agent = async (thread: ThreadId, text: string): Promise<CallView> => {
    const id = await say(thread, text)
    const called = await client.event(
      'tool_call_update',
      ({ call }) => call.turn_id === id && ['succeeded', 'failed'].includes(call.state),
    )
    return called.call
  }

  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await server.request(path, init)
    const json: unknown = await response.json()
    expect(json).not.toHaveProperty('error')
    return json
  }
  const list = async (thread: ThreadId, more = ''): Promise<ChangesView> =>
    ChangesView.parse(await ask(`/api/changes?thread_id=${thread}${more}`))

  /** One file of the list, and the hunk of it that adds or removes a text. */
  const hunk = async (thread: ThreadId, path: string, text: string) => {
    const file = (await list(thread)).files.find((each) => each.path === path)
    const found = file?.hunks.findLast(({ before, after }) => [...before, ...after].includes(text))
    if (found === undefined) throw new Error(`no hunk with ${text} in ${JSON.stringify(file)}`)
    return found
  }
  const undo = async (thread: ThreadId, path: string, text: string, back = false): Promise<HunkOutcome> => {
    const { id, call_id } = await hunk(thread, path, text)
    const body = { thread_id: thread, path, parts: [{ call_id, hunk: id }], back }
    return HunkOutcome.parse(await ask('/api/changes/undo', body))
  }
  const keep = async (thread: ThreadId, path: string, text: string, kept = true) => {
    const { id, call_id } = await hunk(thread, path, text)
    await ask('/api/changes/keep', { thread_id: thread, parts: [{ call_id, path, hunk: id }], kept })
  }
  /** A person saves a file in the editor. */
  const save = async (path: string, text: string) => {
    const opened = await server.request(`/api/workspace/file?path=${encodeURIComponent(path)}`)
    const file: unknown = opened.ok ? await opened.json() : { hash: null }
    const expected = typeof file === 'object' && file !== null && 'hash' in file ? file.hash : null
    const response = await server.request('/api/workspace/file', {
      method: 'PUT',
      body: JSON.stringify({ path, text, expected }),
      headers: { 'content-type': 'application/json' },
    })
    return HandOutcome.parse(await response.json())
  }
  return {
    server,
    client,
    put,
    onDisk,
    newChat,
    say,
    agent,
    ask,
    list,
    hunk,
    undo,
    keep,
    save,
    async close() {
      client.close()
      await server.close()
    },
  }
}
