/** A value that is made when it is first asked for. */
// A bundle leaves out what nobody asks for.
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
