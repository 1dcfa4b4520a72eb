/**
 * A feature's part of the view: the state of each of its topics. A topic is `kind:id`, as in `terminal:term_1`; the slice of a kind reduces
 * the events of all its topics, and each topic has its own state.
 */
export interface Slice<State = unknown> {
  /** Unique among the slices of a reducer. */
  readonly kind: string
  /** The state of a topic before its first event. */
  readonly initial: State
  /** Pure. `event` is the server's message, unchecked: the feature parses it, and returns the same state for unknown events. */
  reduce(state: State, event: unknown): State
}

/** A topic that is followed. */
export interface FollowedTopic {
  /** The state that its slice computed from its events. */
  readonly state: unknown
  /** Number of the last event that `state` contains. */
  readonly seq: number
  /** False while a replay runs. */
  readonly current: boolean
}

type Topics = ReadonlyMap<string, FollowedTopic>

/** The state of one topic; the slice's initial state if nobody follows it. */
export function topicState<State>(
  { topics }: { readonly topics: Topics },
  slice: Slice<State>,
  id: string,
): State {
  const followed = topics.get(`${slice.kind}:${id}`)
  return followed === undefined ? slice.initial : (followed.state as State) // only the slice of its kind writes it
}

export function followTopic(topics: Topics, topic: string, slices: readonly Slice[]): Topics {
  const slice = sliceOf(topic, slices)
  if (slice === undefined || topics.has(topic)) return topics
  return new Map(topics).set(topic, { state: slice.initial, seq: 0, current: false })
}

export function unfollowTopic(topics: Topics, topic: string): Topics {
  const next = new Map(topics)
  return next.delete(topic) ? next : topics
}

/** Applies one event of a topic. Events of topics that are not followed, and replayed ones, change nothing. */
export function reduceTopic(
  topics: Topics,
  message: { readonly topic: string; readonly seq: number; readonly event: unknown },
  slices: readonly Slice[],
): Topics {
  const followed = topics.get(message.topic)
  const slice = sliceOf(message.topic, slices)
  if (followed === undefined || slice === undefined || message.seq <= followed.seq) return topics
  const state = slice.reduce(followed.state, message.event)
  return new Map(topics).set(message.topic, { ...followed, state, seq: message.seq })
}

export function markTopic(topics: Topics, topic: string, current: boolean): Topics {
  const followed = topics.get(topic)
  if (followed === undefined || followed.current === current) return topics
  return new Map(topics).set(topic, { ...followed, current })
}

function sliceOf(topic: string, slices: readonly Slice[]): Slice | undefined {
  return slices.find(({ kind }) => topic.startsWith(`${kind}:`))
}
