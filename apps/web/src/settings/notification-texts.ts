/** Words of the notification settings. */
export const notificationTexts = {
  title: 'Notifications',
  hint: 'How you are told that something waits. They hold wherever you are signed in; each browser asks once whether it may show notices.',
  notices: 'Notices',
  noticesHint:
    'One for each chat, only while this page is hidden. A notice opens the card; nothing can be answered in it.',
  permission: {
    granted: 'This browser shows notices of Countersign.',
    denied:
      'This browser does not show notices of Countersign. Its own settings for this address change that.',
    default: 'This browser was not asked yet.',
    missing: 'This browser has no notices at this address: it needs HTTPS or this very machine.',
  },
  allow: 'Show notices',
  desktop: 'Notices when something waits',
  details: 'Say what waits',
  detailsHint:
    'The command or path stands in the notice, secrets masked. Without it only that something waits.',
  sounds: 'Sounds',
  soundsHint: 'Two short notes, never while the page is in view.',
  soundWaiting: 'When something begins to wait',
  soundEnded: 'When a turn ended',
  readers: 'Screen readers',
  readersHint: 'That an answer is finished is always said. It is never read out while it is written.',
  readAnswers: 'Read finished answers out, paragraph by paragraph',
  hear: (name: string) => `Hear it: ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
} as const
