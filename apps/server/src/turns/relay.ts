import type { TurnId } from '@countersign/protocol'

/** What a process lets others on the same database see. */
export interface Post {
  readonly process: string
  readonly name: string
  readonly body: string
}

/** How processes on one database see and reach each other. */
export interface Relay {
  /** Lets others see a text under a name; null takes it away. It is gone with the process. */
  post(name: string, body: string | null): Promise<void>
  /** What other living processes let be seen, oldest first. `one`: that one alone. */
  posts(one?: Pick<Post, 'process' | 'name'>): Promise<readonly Post[]>
  /** False: there is no such process. Only that process reads the letter, once, and it is stored nowhere else. */
  send(to: string, body: string): Promise<boolean>
  /** What was sent to this process, oldest first. */
  receive(): Promise<readonly { readonly from: string; readonly body: string }[]>
  /** Which of these processes live. */
  living(processes: readonly string[]): Promise<ReadonlySet<string>>
  /** The window that began a turn, on whatever process. */
  windowOf(turn: TurnId): Promise<string | undefined>
  setWindow(turn: TurnId, window: string): Promise<void>
}
