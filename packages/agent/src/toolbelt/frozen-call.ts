import type { Category, Place, Specifier, SpecifierKind, ToolFacts } from '@countersign/policy'
import type { CallBody, CallId, ThreadId, TurnId } from '@countersign/protocol'
import type { Call, CallPosition, Repeat, Target } from '../call.ts'
import { hashCallNow } from '../gate/hash.ts'
import type { Capabilities } from './capabilities.ts'
import type { Inspection, ParsedInput, Refusal } from './inspection.ts'

/** Where the calls of a step stand in their turn, and what they are proposed with. */
export interface StepOrigin extends Omit<CallPosition, 'id'> {
  readonly place: Place
  /** What the chat has, to say why a tool is missing. */
  readonly capabilities?: Capabilities
  /** What the model said in the same step. */
  readonly says?: string
}

/** The same for one call. */
export type CallOrigin = StepOrigin & CallPosition

/** What a call takes over from its tool. */
export interface CalledTool {
  readonly name: string
  readonly category: Category
  readonly editSafe: boolean
  readonly repeat: Repeat
  readonly specifier: { readonly kind: SpecifierKind }
}

/**
 * The call that a person would see and a store would keep. Its arguments are deeply frozen before it is made, so its hash is the same
 * whenever it is taken: it is made when someone asks for it. A store that writes it down does, and so does whoever is shown it; a call that
 * a rule lets run in memory is never asked.
 */
export class FrozenCall implements Call {
  readonly id: CallId
  readonly threadId: ThreadId
  readonly turnId: TurnId
  readonly parentId: CallId | null
  readonly depth: number
  readonly tool: string
  readonly facts: ToolFacts
  readonly title: string
  readonly specifier: Specifier
  readonly specifierText: string
  readonly args: unknown
  readonly repeat: Repeat
  readonly body: CallBody
  readonly targets: readonly Target[]
  readonly refusal?: Refusal
  readonly says?: string
  readonly #by: object
  #hash: string | undefined

  constructor(
    tool: CalledTool,
    { args, by, facts, title }: ParsedInput,
    { specifier, body, targets, refusal }: Inspection,
    {
      id,
      origin,
      hash,
    }: { readonly id: CallId; readonly origin: StepOrigin; readonly hash?: string | undefined },
  ) {
    this.id = id
    this.threadId = origin.threadId
    this.turnId = origin.turnId
    this.parentId = origin.parentId
    this.depth = origin.depth
    this.tool = tool.name
    this.facts = factsOf(tool, facts)
    this.title = title
    this.specifier = specifier
    this.specifierText = specifierText(specifier)
    this.args = args
    this.repeat = tool.repeat
    this.body = body
    this.targets = targets
    this.#by = by
    this.#hash = hash
    if (refusal !== undefined) this.refusal = refusal
    const says = saysOf(origin)
    if (says !== undefined) this.says = says
  }

  get hash(): string {
    this.#hash ??= hashCallNow(this.tool, this.args)
    return this.#hash
  }

  /** Its arguments fit the schema of this very declaration: what it says of them was made by it. */
  wasParsedBy(declaration: object): boolean {
    return this.#by === declaration
  }

  /** With its hash: stores keep calls as JSON. */
  toJSON(): Call {
    return { ...this, hash: this.hash }
  }
}

/** Those of the declaration, for all its calls, unless the tool that is called was made from it and says something else of itself. */
function factsOf(
  { name, category, editSafe, specifier: { kind } }: CalledTool,
  declared: ToolFacts,
): ToolFacts {
  return declared.name === name &&
    declared.category === category &&
    declared.editSafe === editSafe &&
    declared.kind === kind
    ? declared
    : { ...declared, name, category, editSafe, kind }
}

/** Most of the model's words that a call carries along. */
const SAYS_LIMIT = 500

function saysOf({ says = '' }: StepOrigin): string | undefined {
  const words = says.trim()
  if (words === '') return undefined
  return words.length > SAYS_LIMIT ? `${words.slice(0, SAYS_LIMIT)}…` : words
}

function specifierText(specifier: Specifier): string {
  switch (specifier.kind) {
    case 'shell':
      return specifier.command
    case 'path':
      return specifier.paths.map((path) => path.asked).join(' → ')
    case 'url':
      return specifier.url
    case 'text':
      return specifier.text
  }
}
