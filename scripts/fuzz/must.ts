/** Asserts a law of a target: a violation is a finding. */
export function must(fact: boolean, sentence: string): void {
  if (!fact) throw new Error(sentence)
}
