import type { Category, Place, Specifier, SpecifierKind, ToolFacts } from '@countersign/policy'
import type { CallBody, CallId, HandId, ThreadId, TurnId } from '@countersign/protocol'
import type { Call, CallPosition, NodePlace, Repeat, Target, Through } from '../call/call.ts'
import type { Capabilities, Capability } from './capabilities.ts'
import type { Ahead, CallNature, Inspection, ParsedInput, Refusal } from './inspection.ts'

/** The position of a step's calls in their turn, and the context of their proposals. */
export interface StepOrigin extends Omit<CallPosition, 'id'> {
  readonly place: Place
  /** The thread's capabilities, to explain why a tool is missing. */
  readonly capabilities?: Capabilities
  /** The model's text in the same step. */
  readonly says?: string
  /** The files as earlier calls of the step would leave them. */
  readonly ahead?: Ahead
  /** The tool that it was asked for through. */
  readonly through?: Through | undefined
}

/** The same for one call. */
export type CallOrigin = StepOrigin & CallPosition

/** The facts that a call takes from its tool. */
export interface CalledTool {
  readonly name: string
  readonly category: Category
  readonly editSafe: boolean
  readonly asks: 'always' | undefined
  readonly isInspected: boolean
  readonly repeat: Repeat
  readonly specifier: { readonly kind: SpecifierKind }
}

interface FrozenWith {
  readonly id: CallId
  readonly origin: StepOrigin
  readonly hash: string
  /** The nature that the inspection of the call found. */
  readonly nature: CallNature
}

/** The call that a person sees and a store keeps. Its arguments are deeply frozen before it is made. */
export class FrozenCall implements Call {
  readonly id: CallId
  readonly threadId: ThreadId
  readonly turnId: TurnId | null
  readonly handId?: HandId
  readonly parentId: CallId | null
  readonly depth: number
  readonly node?: NodePlace
  readonly tool: string
  readonly facts: ToolFacts
  readonly title: string
  readonly specifier: Specifier
  readonly specifierText: string
  readonly args: unknown
  readonly hash: string
  readonly repeat: Repeat
  readonly body: CallBody
  readonly targets: readonly Target[]
  readonly through?: Through
  readonly inParts?: true
  readonly needs?: readonly Capability[]
  readonly under?: readonly CallId[]
  readonly refusal?: Refusal
  readonly says?: string
  readonly #by: object

  constructor(
    tool: CalledTool,
    { args, by, title }: ParsedInput,
    { specifier, body, targets, inParts, under, refusal, title: seen }: Inspection,
    { id, origin, hash, nature }: FrozenWith,
  ) {
    this.id = id
    this.threadId = origin.threadId
    this.turnId = origin.turnId
    this.parentId = origin.parentId
    this.depth = origin.depth
    this.tool = tool.name
    this.facts = factsOf(tool, nature.facts)
    this.title = seen ?? title
    this.specifier = specifier
    this.specifierText = specifierText(specifier)
    this.args = args
    this.hash = hash
    this.repeat = tool.repeat
    this.body = body
    this.targets = targets
    this.#by = by
    if (origin.handId !== undefined) this.handId = origin.handId
    if (origin.node !== undefined) this.node = origin.node
    if (origin.through !== undefined) this.through = origin.through
    if (inParts === true) this.inParts = inParts
    if (tool.isInspected) this.needs = nature.needs
    if (under !== undefined) this.under = under
    if (refusal !== undefined) this.refusal = refusal
    const says = saysOf(origin)
    if (says !== undefined) this.says = says
  }

  /** Whether this very declaration parsed the arguments, so that they need not be parsed again. */
  wasParsedBy(declaration: object): boolean {
    return this.#by === declaration
  }
}

/**
 * The facts of the declaration, unless the called tool was derived from it and states others. For an inspected tool the category is the one
 * that was found.
 */
function factsOf(
  { name, category: ofTool, editSafe, asks, isInspected, specifier: { kind } }: CalledTool,
  declared: ToolFacts,
): ToolFacts {
  const category = isInspected ? declared.category : ofTool
  return declared.name === name &&
    declared.category === category &&
    declared.editSafe === editSafe &&
    declared.asks === asks &&
    declared.kind === kind
    ? declared
    : { ...declared, name, category, editSafe, kind, ...(asks === undefined ? {} : { asks }) }
}

/** How many characters of the model's words a call carries. */
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
