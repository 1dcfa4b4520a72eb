import { sessionRoutes } from '@countersign/protocol'
import { withServer, type Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print } from '../output.ts'

/** An address that signs in one page. */
export async function signInAddress(
  api: Api,
): Promise<{ readonly ok: true; readonly value: string } | { readonly ok: false; readonly message: string }> {
  const answer = await api.call(sessionRoutes.newCode, {})
  return answer.ok ? { ok: true, value: answer.body.address } : answer
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

/** Signs this terminal in with a code from the page, if the server cannot see which program asks. */
export async function signInTerminal(code: string): Promise<number> {
  const { keepTerminalSecret } = await import('../../terminal-session.ts')
  const { readConfig } = await import('@countersign/server/config')
  const read = readConfig(process.env, { port: 0 })
  if (!read.ok) return complain(read.message)
  return onServer(async (api) => {
    const name = process.env['USER'] ?? 'terminal'
    const answer = await api.call(sessionRoutes.signInTerminal, { body: { code, name } })
    if (!answer.ok) return complain(answer.message)
    const kept = await keepTerminalSecret(read.config.home, answer.body.secret)
    return kept
      ? print('This terminal is signed in for 30 days. The page lists it under Settings, Signed in.')
      : complain('this is not a terminal; run it where you type')
  })
}
