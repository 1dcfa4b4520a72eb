import { z } from 'zod'
import { withServer, type Api } from '../server-client.ts'
import { complain, onServer, print } from './output.ts'

const Code = z.object({ address: z.string() })

/** An address that signs in one page. */
export async function signInAddress(
  api: Api,
): Promise<{ readonly ok: true; readonly value: string } | { readonly ok: false; readonly message: string }> {
  const answer = await api.post('/api/session/codes', {})
  if (!answer.ok) return answer
  return { ok: true, value: Code.parse(answer.body).address }
}

/** Prints an address of the running server that signs in one browser. */
export async function open(): Promise<number> {
  return showAddress((address) => address)
}

export async function showAddress(words: (address: string) => string): Promise<number> {
  const asked = await withServer((api) => signInAddress(api), { host: false })
  if (!asked.ok) return complain(asked.message)
  return asked.value.ok ? print(words(asked.value.value)) : complain(asked.value.message)
}

const Terminal = z.object({ secret: z.string() })

/** Signs this terminal in with a code from the page, where the server cannot see which program asks. */
export async function signInTerminal(code: string): Promise<number> {
  const { keepTerminalSecret } = await import('../terminal-session.ts')
  const { readConfig } = await import('@countersign/server/local')
  const read = readConfig(process.env, { port: 0 })
  if (!read.ok) return complain(read.message)
  return onServer(async (api) => {
    const answer = await api.post('/api/session/terminal', { code, name: process.env['USER'] ?? 'terminal' })
    if (!answer.ok) return complain(answer.message)
    const kept = await keepTerminalSecret(read.config.home, Terminal.parse(answer.body).secret)
    return kept
      ? print('This terminal is signed in for 30 days. The page lists it under Settings, Signed in.')
      : complain('this is no terminal; run it where you type')
  })
}
