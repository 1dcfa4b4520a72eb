import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'

const LONG = 'never ending '.repeat(400)
const delta = (value: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta: value, finish_reason: null }] })}\n\n`

/** Sent first, and then repeated forever. */
export const ENDLESS: Readonly<Record<string, readonly [string, string]>> = {
  text: ['', delta({ content: LONG })],
  thoughts: ['', delta({ reasoning_content: LONG })],
  arguments: [
    delta({
      tool_calls: [
        { index: 0, id: 't', type: 'function', function: { name: 'files_list', arguments: '{"path":"' } },
      ],
    }),
    delta({ tool_calls: [{ index: 0, function: { arguments: LONG } }] }),
  ],
  'a line without an end': ['data: ', LONG],
}

/** A model server that never stops; the first part of the path selects its content. It does not listen yet. */
export function endlessModel(): Server {
  return createServer((request, response) => {
    if (request.method === 'GET') {
      response.end('{"data":[{"id":"any"}]}')
      return
    }
    const [first, more] = ENDLESS[decodeURIComponent(request.url?.split('/')[1] ?? '')] ?? ['', '']
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    const write = () => {
      while (!response.destroyed && response.write(more));
    }
    response.on('drain', write)
    request.resume().on('end', write)
  })
}

/** Peak memory of a process, in megabytes. */
export function peak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    // It has just ended.
    return 0
  }
}
