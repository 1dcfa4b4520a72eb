/** A law of a target: what breaks it is a finding. */
export function must(fact: boolean, sentence: string): void {
  if (!fact) throw new Error(sentence)
}
