/** Finds a model by typed text: its id, or words that only one model has. */
export function modelTyped<Model extends { readonly id: string; readonly name: string }>(
  typed: string,
  models: readonly Model[],
): Model | undefined {
  const wanted = typed.toLowerCase()
  const exact = models.find(({ id }) => id.toLowerCase() === wanted)
  const some = models.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(wanted)))
  return exact ?? (some.length === 1 ? some[0] : undefined)
}
