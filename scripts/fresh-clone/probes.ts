const ANSWER_LIMIT_MS = 10_000

/** The page at the address is ours. */
export async function pageAnswers(address: URL): Promise<void> {
  const response = await fetch(new URL('/', address), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  const text = await response.text()
  if (response.status !== 200 || !/<title>[^<]*Countersign/i.test(text)) {
    throw new Error(`the page answers ${response.status}: ${text.slice(0, 200)}`)
  }
}

/** The socket takes the printed token and greets. */
export async function socketAnswers(address: URL): Promise<void> {
  const greeting = await firstMessage(address, tokenOf(address))
  if (!greeting.includes('"welcome"')) throw new Error(`the socket greets with ${greeting.slice(0, 200)}`)
}

/** The socket takes nobody who has no token. */
export async function socketRefusesStrangers(address: URL): Promise<void> {
  const greeting = await firstMessage(address, 'not-the-token').catch(() => undefined)
  if (greeting !== undefined) throw new Error('the socket takes a stranger')
}

function firstMessage(address: URL, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${address.host}/ws`, { headers: { authorization: `Bearer ${token}` } })
    const fail = (why: string) => reject(new Error(`the socket ${why}`))
    const timer = setTimeout(() => fail('says nothing'), ANSWER_LIMIT_MS)
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      socket.close()
      resolve(String(data))
    })
    socket.addEventListener('error', () => {
      clearTimeout(timer)
      fail('is refused')
    })
  })
}

function tokenOf(address: URL): string {
  const token = new URLSearchParams(address.hash.slice(1)).get('token')
  if (token === null) throw new Error('the printed address carries no token')
  return token
}
