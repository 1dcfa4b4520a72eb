import type { TurnId } from '@countersign/protocol'

/** A text that a process shows to others on the same database. */
export interface Post {
  readonly process: string
  readonly name: string
  readonly body: string
}

/** How processes on one database see and reach each other. */
export interface Relay {
  /** Shows a text to others under a name; null removes it. It ends with the process. */
  post(name: string, body: string | null): Promise<void>
  /** The posts of other living processes, oldest first. `one`: only that one. */
  posts(one?: Pick<Post, 'process' | 'name'>): Promise<readonly Post[]>
  /** False: there is no such process. Only that process reads the letter, once, and it is stored nowhere else. */
  send(to: string, body: string): Promise<boolean>
  /** Letters to this process, oldest first. */
  receive(): Promise<readonly { readonly from: string; readonly body: string }[]>
  /** Which of these processes are alive. */
  living(processes: readonly string[]): Promise<ReadonlySet<string>>
  /** The window that began a turn, on any process. */
  windowOf(turn: TurnId): Promise<string | undefined>
  setWindow(turn: TurnId, window: string): Promise<void>
}
