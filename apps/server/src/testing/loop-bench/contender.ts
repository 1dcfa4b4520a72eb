import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Ask, Measured } from './serve.ts'

/** A loop in its own process, so that none pays for another's memory. */
export class Contender {
  readonly name: string
  /** CPU milliseconds until it could take its first turn. */
  readonly startCpu: number
  readonly #child: ChildProcess

  private constructor(name: string, child: ChildProcess, startCpu: number) {
    this.name = name
    this.startCpu = startCpu
    this.#child = child
  }

  static async start(name: string, file: string): Promise<Contender> {
    const child = fork(file)
    const [ready] = (await once(child, 'message')) as [{ cpu: number }] // written by `serve`
    return new Contender(name, child, ready.cpu)
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
