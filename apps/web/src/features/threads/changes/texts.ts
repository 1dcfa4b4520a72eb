import { count, thousands } from '../../../ui/times.ts'

/** Texts for the changes of a turn. */
export const texts = {
  label: 'Files changed in this turn',
  changed: (files: number, commands: number) =>
    files === 0
      ? `${count(commands, 'command')} changed files`
      : `${count(files, 'file')} changed${commands === 0 ? '' : `, and more by ${count(commands, 'command')}`}`,
  added: (lines: number) => `+${thousands(lines)}`,
  removed: (lines: number) => `−${thousands(lines)}`,
  lines: (added: number, removed: number) => `${count(added, 'line')} added, ${thousands(removed)} removed`,
  review: 'Review',
  reviewHint: 'Shows every hunk with its call and signature, to keep, undo or commit it.',
  undoAll: 'Undo all',
  undoAllHint: 'Restores every file this turn changed. Later changes are never overwritten.',
  undo: (name: string) => `Undo changes to ${name}`,
  undone: 'undone',
  deleted: 'deleted',
  renamed: (from: string) => `renamed from ${from}`,
} as const
