import { canonicalJson, sha256 } from '@countersign/protocol/canonical'

/** The hash that a person's answer carries. It covers the tool and the arguments, nothing else. */
export function hashCall(tool: string, args: unknown): string {
  return sha256(callText(tool, args))
}

/** The canonical text of `{ args, tool }`. */
function callText(tool: string, args: unknown): string {
  return args === undefined
    ? `{"tool":${JSON.stringify(tool)}}`
    : `{"args":${canonicalJson(args)},"tool":${JSON.stringify(tool)}}`
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) freezeAll(value)
  return value
}

/** Visits frozen objects too: their fields may not be frozen. */
function freezeAll(value: object, frozenBefore?: Set<object>): void {
  let passed = frozenBefore
  if (Object.isFrozen(value)) {
    passed ??= new Set()
    // The value contains itself.
    if (passed.has(value)) return
    passed.add(value)
  } else Object.freeze(value)
  const fields = value as Readonly<Record<string, unknown>> // any object can be read by its own keys
  for (const key of Object.keys(value)) {
    const item = fields[key]
    if (typeof item === 'object' && item !== null) freezeAll(item, passed)
  }
}
