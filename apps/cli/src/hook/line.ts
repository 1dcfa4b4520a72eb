import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One connection to a local server, with sequential requests. */
export interface Line {
  /** Rejects when the connection is lost, or the answer is not JSON with a length. */
  exchange(
    method: string,
    path: string,
    sent?: { readonly token: string; readonly body: object },
  ): Promise<Answer>
  /** The connection was accepted. */
  readonly wasOpen: boolean
  close(): void
}

/**
 * The part of HTTP that our own server uses. Node's client would work, but loading it takes a third of a hook's time; and this one never
 * uses another connection.
 */
export function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1')
  let wasOpen = false
  let got: Buffer = Buffer.alloc(0)
  let waiting: PromiseHandlers | undefined
  const fail = (cause: Error) => {
    socket.destroy()
    waiting?.failed(cause)
    waiting = undefined
  }
  socket.setNoDelay(true)
  socket.on('connect', () => {
    wasOpen = true
  })
  socket.on('data', (part: Buffer) => {
    got = got.length === 0 ? part : Buffer.concat([got, part])
    try {
      const answer = answerIn(got)
      if (answer === undefined) return
      got = Buffer.alloc(0)
      waiting?.answered(answer)
      waiting = undefined
    } catch (cause) {
      fail(cause instanceof Error ? cause : new Error(String(cause)))
    }
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was lost')))
  return {
    exchange: (method, path, sent) =>
      new Promise((answered, failed) => {
        if (socket.destroyed) return failed(new Error('the connection was lost'))
        waiting = { answered, failed }
        socket.write(requestText(method, path, port, sent))
      }),
    get wasOpen() {
      return wasOpen
    },
    close: () => void socket.destroy(),
  }
}

interface PromiseHandlers {
  answered(answer: Answer): void
  failed(cause: Error): void
}

function requestText(
  method: string,
  path: string,
  port: number,
  sent: { readonly token: string; readonly body: object } | undefined,
): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`
  if (sent === undefined) return `${head}\r\n`
  const body = JSON.stringify(sent.body)
  const length = Buffer.byteLength(body)
  return `${head}authorization: Bearer ${sent.token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
}

/** Undefined: it is incomplete. */
function answerIn(got: Buffer): Answer | undefined {
  const end = got.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = got.toString('latin1', 0, end)
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
  const length = /\r\ncontent-length: (\d+)(?:\r\n|$)/i.exec(head)?.[1]
  if (status === undefined || length === undefined)
    throw new Error('the reply is not an answer from Countersign')
  const begin = end + 4
  if (got.length < begin + Number(length)) return undefined
  return {
    status: Number(status),
    body: JSON.parse(got.toString('utf8', begin, begin + Number(length))) as unknown, // of any shape
  }
}
