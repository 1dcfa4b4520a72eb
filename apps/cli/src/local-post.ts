import type { BuiltRequest } from '@countersign/protocol'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'

export interface LocalServer {
  readonly port: number
  readonly token: string
}

/**
 * Posts to the local server and waits for its answer indefinitely: a person may answer a card tomorrow, and `fetch` gives up after five
 * minutes of silence.
 */
export async function localPost(
  { port, token }: LocalServer,
  { path, init }: BuiltRequest,
  signal?: AbortSignal,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const sent = typeof init.body === 'string' ? init.body : ''
  return new Promise((answered, failed) => {
    const post = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: init.method,
        // A separate connection, which is not closed for being idle.
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...init.headers,
          'content-length': Buffer.byteLength(sent),
        },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        json(response).then((read) => answered({ status: response.statusCode ?? 0, body: read }), failed)
      },
    )
    post.on('error', failed)
    post.end(sent)
  })
}
