/** Words of the workbench itself. */
export const texts = {
  title: 'Workbench',
  noPane: 'Open a file from the list at the left.',
  unknown: (type: string) => `This version has no pane of type ${type}.`,
  reset: 'Reset layout',
  chat: 'Chat',
  write: 'Write',
  layouts: 'Layout',
  unsaved: (name: string) => `${name} has unsaved changes. Close it anyway? The text stays on this device.`,
  toChat: 'Show the chat alone',
  toWrite: 'Show files and editor beside the chat',
} as const
