import type { CallId } from '@countersign/protocol'
import type { ModelToolCall } from './call.ts'

/** The arguments of a call, as far as they can be read. */
export type ReadArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/** A model's call whose arguments are parsed on first use. It is stored as text. */
export class AskedCall implements ModelToolCall {
  readonly providerId: string
  readonly name: string
  readonly input: string
  #read: ReadArguments | undefined

  /** `read`: the parsed arguments, if they are known already. */
  constructor({ providerId, name, input }: ModelToolCall, read?: ReadArguments) {
    this.providerId = providerId
    this.name = name
    this.input = input
    this.#read = read
  }

  /** The parsed arguments of a call, if they were parsed before. */
  static known(call: ModelToolCall): ReadArguments | undefined {
    return call instanceof AskedCall ? call.#read : undefined
  }

  /** The same value for every caller; copy it before changing it. */
  read(): ReadArguments {
    this.#read ??= readJson(this.input)
    return this.#read
  }
}

/** An asked call with the id that we gave it. */
export class JournalledAsk extends AskedCall {
  readonly id: CallId

  constructor(id: CallId, call: ModelToolCall) {
    super(call, AskedCall.known(call))
    this.id = id
  }
}

/** The arguments of any call. */
export function readArguments(call: ModelToolCall): ReadArguments {
  return call instanceof AskedCall ? call.read() : readJson(call.input)
}

/** Longer JSON texts of arguments are rejected unread. */
const INPUT_LIMIT = 5_000_000

function readJson(text: string): ReadArguments {
  if (text.length > INPUT_LIMIT) return { ok: false, message: `longer than ${INPUT_LIMIT} characters` }
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch (cause) {
    // Some models send an empty text for a tool without arguments.
    if (text.trim() === '') return { ok: true, value: {} }
    return { ok: false, message: cause instanceof Error ? cause.message : 'unreadable' }
  }
}
