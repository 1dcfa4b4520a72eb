import { readFileSync } from 'node:fs'

/** One line of a file of paths or addresses in `corpus/`. */
export interface CorpusCase {
  readonly id: string
  readonly class: string
  readonly why: string
  readonly tool: string
  readonly specifier: string
  readonly specifier2?: string
  readonly resolved?: string
  readonly resolved2?: string
  readonly resolvedAddress?: string
  readonly rules: {
    readonly allow: readonly string[]
    readonly ask: readonly string[]
    readonly deny: readonly string[]
  }
  readonly layers?: Readonly<
    Record<
      string,
      {
        readonly allow?: readonly string[]
        readonly ask?: readonly string[]
        readonly deny?: readonly string[]
      }
    >
  >
  readonly trusted?: boolean
  readonly mode: 'plan' | 'strict' | 'default' | 'acceptEdits' | 'auto'
  readonly workspace?: string
  readonly cwd?: string
  readonly home?: string
  readonly expect: 'run' | 'ask' | 'block'
  readonly alt?: readonly ('run' | 'ask' | 'block')[]
}

/** The cases of one corpus file. */
export function readCorpus(name: 'paths' | 'urls' | 'own-paths' | 'own-urls'): readonly CorpusCase[] {
  const text = readFileSync(new URL(`../../../../../corpus/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusCase)
}

/** Whether the case accepts the answer as right. */
export function isRight(test: CorpusCase, answer: CorpusCase['expect']): boolean {
  return answer === test.expect || (test.alt ?? []).includes(answer)
}
