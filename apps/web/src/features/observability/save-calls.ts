import { buildRequest, observabilityRoutes, type ObservedFilter } from '@countersign/protocol'
import { signedFetch } from '../../data/signed-fetch.ts'

/** Lets the browser save calls as JSON Lines. Null: done; otherwise why not. */
export async function saveCalls(query: ObservedFilter): Promise<string | null> {
  const { path } = buildRequest(observabilityRoutes.export, { query })
  const response = await signedFetch(path).catch(() => null)
  if (response?.ok !== true) return 'The calls could not be exported.'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = 'calls.jsonl'
  link.click()
  URL.revokeObjectURL(address)
  return null
}
