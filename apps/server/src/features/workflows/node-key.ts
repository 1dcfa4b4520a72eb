/** Identifies a node and its item within a run. */
export function nodeKey(node: string, item: string): string {
  return `${node} ${item}`
}
