/** A value that is computed on first use. */
// Lets a bundler drop unused values.
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
