import { findRoutes, type FindWish, type FoundInFile, type ReplacedFile } from '@countersign/protocol'
import { useRef, useState } from 'react'
import { call } from '../../data/http.ts'

export type Finding =
  | { readonly state: 'none' }
  | { readonly state: 'looking' }
  | { readonly state: 'problem'; readonly message: string }
  | {
      readonly state: 'found'
      readonly wish: FindWish
      readonly files: readonly FoundInFile[]
      readonly lines: number
      readonly more: boolean
    }
  | { readonly state: 'previewed'; readonly files: readonly ReplacedFile[]; readonly more: boolean }

/** A person's search: a new one cancels the previous one. */
export function useFind() {
  const [finding, setFinding] = useState<Finding>({ state: 'none' })
  const running = useRef<AbortController | null>(null)

  async function begin<T>(
    ask: (signal: AbortSignal) => Promise<T>,
    then: (answer: T) => Finding,
  ): Promise<void> {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setFinding({ state: 'looking' })
    const answer = await ask(own.signal)
    if (running.current === own) setFinding(then(answer))
  }

  return {
    finding,
    show: setFinding,
    find: (wish: FindWish) =>
      begin(
        (signal) => call(findRoutes.search, { body: wish }, signal),
        (answer) =>
          answer.ok
            ? { state: 'found', wish, ...answer.value }
            : { state: 'problem', message: answer.message },
      ),
    preview: (wish: FindWish, replacement: string) =>
      begin(
        (signal) => call(findRoutes.preview, { body: { ...wish, replacement } }, signal),
        (answer) =>
          answer.ok ? { state: 'previewed', ...answer.value } : { state: 'problem', message: answer.message },
      ),
  }
}
