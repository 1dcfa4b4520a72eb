import { keep, readKept } from '../../../data/browser-storage.ts'

const name = (group: string): string => `countersign folded ${group}`

/** Whether a group of chats is folded in this browser. */
export function readFolded(storage: Storage, group: string, otherwise: boolean): boolean {
  const kept = readKept(storage, name(group), null)
  return kept === null ? otherwise : kept === 'yes'
}

export const keepFolded = (storage: Storage, group: string, folded: boolean): boolean =>
  keep(storage, name(group), folded ? 'yes' : 'no')
