import { promptRoutes } from '@countersign/protocol'
import type { SavedPrompt } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

type Prompts = HttpResult<{ readonly prompts: readonly SavedPrompt[] }>

/** Messages that the person keeps under a name. */
export async function fetchPrompts(): Promise<Prompts> {
  return call(promptRoutes.list, {})
}

export async function savePrompt({ name, text }: SavedPrompt): Promise<Prompts> {
  return call(promptRoutes.save, { params: { name }, body: { text } })
}

export async function removePrompt(name: string): Promise<Prompts> {
  return call(promptRoutes.remove, { params: { name } })
}
