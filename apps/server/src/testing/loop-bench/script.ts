/** The measured work. `count` is steps, approvals, chunks or sub-agents. */
export type Row = 'steps' | 'parallel' | 'approvals' | 'chunks' | 'subagents'

/** One answer of the scripted model. */
export interface Said {
  readonly texts: readonly string[]
  readonly calls: readonly { readonly name: string; readonly input: Readonly<Record<string, string>> }[]
}

/** The work that a contender did, so that none of them is fast by doing less. */
export interface Did {
  readonly tools: number
  readonly chunks: number
}

/** The task of a sub-agent. */
export const SUB = 'sub'

/** Calls of one step, where there are several. */
const WIDTH = 8

/** The model's part of one run: the same for every contender. */
export class Script {
  readonly #row: Row
  readonly #count: number
  #step = 0

  constructor(row: Row, count: number) {
    this.#row = row
    this.#count = count
  }

  /** The next answer of the root. */
  root(): Said {
    const step = this.#step
    this.#step += 1
    switch (this.#row) {
      case 'chunks':
        return { texts: Array.from({ length: this.#count }, (_, index) => `word ${index} `), calls: [] }
      case 'steps':
        return step < this.#count ? { texts: [], calls: [note(step)] } : DONE
      case 'approvals':
        return step < this.#count
          ? { texts: [], calls: [{ name: 'write', input: { value: `v${step}` } }] }
          : DONE
      case 'parallel':
        return step < this.#count
          ? { texts: [], calls: Array.from({ length: WIDTH }, (_, index) => note(step * WIDTH + index)) }
          : DONE
      case 'subagents':
        return step * WIDTH < this.#count
          ? { texts: [], calls: Array.from({ length: WIDTH }, delegate) }
          : DONE
    }
  }

  /** The next answer of a sub-agent: one call, then a word. */
  sub(answered: boolean): Said {
    return answered ? DONE : { texts: [], calls: [note(0)] }
  }
}

const DONE: Said = { texts: ['done'], calls: [] }

function note(index: number): Said['calls'][number] {
  return { name: 'note', input: { value: `v${index}` } }
}

function delegate(_: unknown, index: number): Said['calls'][number] {
  return { name: 'run_subtask', input: { title: `Part ${index}`, instructions: SUB } }
}

/**
 * The work that every contender must have done by the end of a row. Contenders differ in which words of sub-agents reach the outer stream,
 * so these are not compared.
 */
export function expected(row: Row, count: number): Did {
  switch (row) {
    case 'chunks':
      return { tools: 0, chunks: count }
    case 'parallel':
      return { tools: count * WIDTH, chunks: 1 }
    case 'steps':
    case 'approvals':
    case 'subagents':
      return { tools: count, chunks: 1 }
  }
}
