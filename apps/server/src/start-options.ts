import type { DestinationStream } from 'pino'
import type { LookAtPeer } from './auth/peer.ts'
import type { Feature } from './platform/feature.ts'
import type { Environment } from './settings/environment.ts'
import type { Store } from './store/open-store.ts'

export interface RunningServer {
  /** With a code in its fragment that signs in one page, for the person who started the server. */
  readonly address: string
  readonly port: number
  /** Lets this process act as its person over HTTP; never stored. */
  readonly key: string
  close(): Promise<void>
}

export type Started =
  | { readonly kind: 'started'; readonly server: RunningServer }
  /** This data folder has a server already. */
  | { readonly kind: 'running_elsewhere'; readonly port: number }
  | { readonly kind: 'refused'; readonly message: string }

export interface StartOptions {
  readonly webRoot: string
  readonly env?: Environment
  /** How to identify the other end of a connection. */
  readonly lookAtPeer?: LookAtPeer
  /** The features of this server; absent: all shipped ones. */
  readonly features?: readonly Feature[]
  /** Validates every reply against its contract: for tests. */
  readonly checkReplies?: boolean
  /** A wrapper around the store: for tests that kill the server there. */
  readonly store?: (store: Store) => Store
  /** The log's destination; absent: standard error. */
  readonly logTo?: DestinationStream
}
