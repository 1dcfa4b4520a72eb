import { sessionRoutes } from '@countersign/protocol'
import { showAddress } from '../sign-in-address.ts'
import { onServer } from '../on-server.ts'
import { complain, print } from '../output.ts'

/** Prints an address of the running server that signs in one browser. */
export async function open(): Promise<number> {
  return showAddress((address) => address)
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
