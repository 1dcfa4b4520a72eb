import type {
  CallBody,
  CalledServer,
  CallView,
  DecisionView,
  DefinitionChange,
  ShortenedText,
} from '@countersign/protocol'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Whole } from '../data/whole.ts'

/**
 * waits: for this person, now; only then is anything tinted. preview: what would be decided, in words alone. over: it is settled, and what
 * asked does not ask any more.
 */
export type BodyLook = 'waits' | 'preview' | 'over'

/** What is not on the page yet of something long. */
export interface Missing extends Omit<Whole<unknown>, 'value'> {
  /** Bytes of the whole. */
  readonly bytes: number
}

/** Null: nothing was ever missing. here: all of it was asked for and came, and is shown unfolded. */
export type Rest = Missing | 'here' | null

/** What a card's body is drawn from. */
export interface BodyProps<Body = AnyBody> {
  readonly body: Body
  readonly decision: DecisionView | null
  readonly shortened: readonly ShortenedText[] | undefined
  readonly look: BodyLook
  readonly rest: Rest
}

/** A body of any kind: features bring kinds of their own, with arguments for pages that do not know them. */
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

/** What answers of a body's own can do. A yes is always for this call alone; Deny and the note are shown beside them. */
export interface AnswersProps {
  readonly body: AnyBody
  /** The whole body was on screen, and the card takes a yes. */
  readonly mayAllow: boolean
  /** Handlers for a button that says yes. A press on a card that has just moved is ignored. */
  readonly allow: (extra: AnswerExtra) => Readonly<Record<string, unknown>>
  /** Names a button by what it is for, as all answers of a card do. */
  readonly named: (word: string) => string
  /** Shows the key for yes on the button that says the same. */
  readonly yesKey: ReactNode
  /** Sets what the key for yes says. Null: it says nothing. */
  readonly setYes: (extra: AnswerExtra | null) => void
}

/** What a yes says besides. */
export interface AnswerExtra {
  readonly grant?: 'run' | 'version'
  readonly answer?: unknown
}

/** Draws the bodies of one kind. */
export interface BodyView {
  readonly view: ComponentType<BodyProps>
  readonly icon: LucideIcon
  /** It says for each part of the call how it was decided; else rows below it do. */
  readonly showsParts?: true
  /** It says itself how much of it is shown; else a line below it does. */
  readonly showsRest?: true
  /** Shows what came out, below the line of a call that ended, whether it is unfolded or not. */
  readonly result?: ComponentType<ResultProps>
  /** Answers of its own, in place of *Allow once*, *for this chat* and *always*. */
  readonly answers?: ComponentType<AnswersProps>
  /** Its word for no, in place of *Deny*. */
  readonly deny?: string
}

type Kind = CallBody['kind']
type BodyOf<K extends string> = K extends Kind ? Extract<CallBody, { kind: K }> : AnyBody

/** A view for the bodies of one kind; the card hands it no other. */
export function bodyView<K extends string>(
  _kind: K,
  view: ComponentType<BodyProps<BodyOf<K>>>,
  rest: Omit<BodyView, 'view'>,
): BodyView {
  return { ...rest, view: view as ComponentType<BodyProps> } // it is looked up by the kind of the body that it draws
}
