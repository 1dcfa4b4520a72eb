import { sessionRoutes } from '@countersign/protocol'
import { withServer, type Api, type Outcome } from '../server-client.ts'
import { complain, print } from './output.ts'

/** An address that signs in one page. */
export async function signInAddress(api: Api): Promise<Outcome<string>> {
  const answer = await api.call(sessionRoutes.newCode, {})
  return answer.ok ? { ok: true, value: answer.body.address } : answer
}

/** Prints a sign-in address of the running server, inside the given sentence. */
export async function showAddress(words: (address: string) => string): Promise<number> {
  const asked = await withServer((api) => signInAddress(api), { host: false })
  if (!asked.ok) return complain(asked.message)
  return asked.value.ok ? print(words(asked.value.value)) : complain(asked.value.message)
}
