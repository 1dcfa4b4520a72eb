import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Ask, Measured } from './serve.ts'

/** A loop in a process of its own, so that none pays for another's memory. */
export class Contender {
  readonly name: string
  readonly #child: ChildProcess

  private constructor(name: string, child: ChildProcess) {
    this.name = name
    this.#child = child
  }

  static async start(name: string, file: string): Promise<Contender> {
    const child = fork(file, [], { execArgv: ['--expose-gc'] })
    await once(child, 'message')
    return new Contender(name, child)
  }

  async measure(ask: Ask): Promise<Measured> {
    const said = once(this.#child, 'message')
    this.#child.send(ask)
    const [message] = (await said) as [{ kind: string; measured: Measured; why: string }] // written by `serve`
    if (message.kind !== 'measured') throw new Error(`${this.name}, ${ask.row}: ${message.why}`)
    return message.measured
  }

  close(): void {
    this.#child.disconnect()
  }
}
