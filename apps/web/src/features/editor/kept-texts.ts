import type { CallId } from '@countersign/protocol'
import { keptValues } from '../../data/kept-values.ts'

/** Unsaved text of one file, with the version that it is based on. */
export interface KeptText {
  readonly text: string
  readonly base: string
  readonly hash: string
  /** Calls that wrote a part of the text. */
  readonly calls?: readonly CallId[]
}

const KEPT = keptValues('countersign-editor', 'unsaved')

/** Unsaved text outlives a reload: the browser stores it until it is saved. */
export async function keepText(key: string, kept: KeptText): Promise<void> {
  await KEPT.put(key, kept).catch(() => undefined)
}

export async function dropText(key: string): Promise<void> {
  await KEPT.delete(key).catch(() => undefined)
}

export async function keptText(key: string): Promise<KeptText | undefined> {
  const found: unknown = await KEPT.get(key).catch(() => undefined)
  return isKept(found) ? found : undefined
}

function isKept(value: unknown): value is KeptText {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['text', 'base', 'hash'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
