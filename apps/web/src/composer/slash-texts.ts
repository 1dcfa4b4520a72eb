/** Words of the slash commands. */
export const slashTexts = {
  menu: 'Commands',
  close: 'Close',
  titles: { tools: 'Tools', rules: 'Rules', explained: 'Why', undone: 'Undo', trouble: 'Not done' },
  verdicts: { run: 'runs', ask: 'asks', block: 'blocked' },
  noRules: 'No rules of your own. The first ones usually come from Always allow on a card.',
  mine: 'yours, always',
  thisChat: 'this chat',
  unknown: (name: string) => `There is no command /${name}. Type / to see all of them.`,
  needsChat: 'There is no chat yet: send a first message.',
  needsCall: 'Say which call: /explain npm test, or /explain files.write(notes.md).',
  needsMode: (modes: string) => `Say which mode: ${modes}.`,
  nothingToUndo: 'No file that the agent changed here can be put back.',
  undone: (many: number) => (many === 1 ? '1 file is as it was.' : `${many} files are as they were.`),
  conflicts: 'Changed since, so nothing was put back:',
  nothingRuns: 'Nothing runs in this chat.',
} as const
