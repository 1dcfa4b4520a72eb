import type {
  CallBody,
  CalledServer,
  CallView,
  DecisionView,
  DefinitionChange,
  OfferView,
  ShortenedText,
} from '@countersign/protocol'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Whole } from '../data/whole.ts'

/**
 * waits: this person must answer now, and only then is anything tinted. preview: the verdict it would get, in words only. over: the call is
 * settled and no longer asks.
 */
export type BodyLook = 'waits' | 'preview' | 'over'

/** The part of a long value that has not been loaded yet. */
export interface Missing extends Omit<Whole<unknown>, 'value'> {
  /** Size of the whole value in bytes. */
  readonly bytes: number
}

/** Null: nothing was missing. here: the whole value was requested and arrived, and is shown unfolded. */
export type Rest = Missing | 'here' | null

/** The data that a card's body is rendered from. */
export interface BodyProps<Body = AnyBody> {
  readonly body: Body
  readonly decision: DecisionView | null
  readonly shortened: readonly ShortenedText[] | undefined
  readonly look: BodyLook
  readonly rest: Rest
}

/** A body of any kind. Features add their own kinds; a page that does not know a kind falls back to its arguments. */
export interface AnyBody {
  readonly kind: string
  readonly entries?: readonly BodyEntry[]
  readonly data?: Readonly<Record<string, unknown>>
  readonly server?: CalledServer | undefined
  readonly change?: DefinitionChange | undefined
}

export interface ResultProps {
  readonly call: CallView
}

type BodyEntry = Extract<CallBody, { kind: 'arguments' }>['entries'][number]

/** Callbacks for a body with its own answers. A yes is always for this call only; Deny and the note stay next to them. */
export interface AnswersProps {
  readonly body: AnyBody
  /** The whole body has been on screen, and the card accepts a yes. */
  readonly mayAllow: boolean
  /** Handlers for a button that says yes. A press is ignored if the card has just moved. */
  readonly allow: (extra: AnswerExtra) => Readonly<Record<string, unknown>>
  /** The rule that a yes for this chat would keep, as the server offers it. Undefined: there is none. */
  readonly chatRule: OfferView | undefined
  /** Handlers for a button that keeps that rule. */
  readonly allowChat: Readonly<Record<string, unknown>>
  /** Gives a button an accessible name with the object of the call, as all answers of a card have. */
  readonly named: (word: string) => string
  /** Shows the shortcut for yes on the button that gives the same answer. */
  readonly yesKey: ReactNode
  /** Sets the answer that the shortcut for yes gives. Null: the shortcut does nothing. */
  readonly setYes: (extra: AnswerExtra | null) => void
}

/** Extra data that is sent with a yes. */
export interface AnswerExtra {
  readonly grant?: 'run' | 'version'
  readonly answer?: unknown
}

/** Renders the bodies of one kind. */
export interface BodyView {
  readonly view: ComponentType<BodyProps>
  readonly icon: LucideIcon
  /** The view explains the decision for each part of the call itself; otherwise rows below it do. */
  readonly showsParts?: true
  /** The view says itself how much of the body is shown; otherwise a line below it does. */
  readonly showsRest?: true
  /** Shows the result below the line of a finished call, whether the call is unfolded or not. */
  readonly result?: ComponentType<ResultProps>
  /** Answers that replace *Allow once*, *for this chat* and *always*. */
  readonly answers?: ComponentType<AnswersProps>
  /** A label that replaces *Deny*. */
  readonly deny?: string
}

type Kind = CallBody['kind']
type BodyOf<K extends string> = K extends Kind ? Extract<CallBody, { kind: K }> : AnyBody

/** A view for the bodies of one kind; the card never passes it another kind. */
export function bodyView<K extends string>(
  _kind: K,
  view: ComponentType<BodyProps<BodyOf<K>>>,
  rest: Omit<BodyView, 'view'>,
): BodyView {
  return { ...rest, view: view as ComponentType<BodyProps> } // views are looked up by the kind of their body
}
