/** Durable events of topics other than threads, for every process. */
export interface TopicEvents {
  /** Returns the number of the event. */
  publish(topic: string, event: unknown): Promise<number>
  /** Events after `after`, oldest first, at most `limit`. */
  read(
    topic: string,
    after: number,
    limit: number,
  ): Promise<readonly { readonly seq: number; readonly event: unknown }[]>
}
