/** Words of the notification settings. */
export const notificationTexts = {
  title: 'Notifications',
  hint: 'How you learn that something is waiting. These settings apply wherever you are signed in; each browser asks once for permission.',
  notices: 'Desktop notifications',
  noticesHint:
    'One per chat, only while this page is hidden. A notification opens the card; you cannot answer from it.',
  permission: {
    granted: 'This browser shows Countersign’s notifications.',
    denied: 'This browser blocks Countersign’s notifications. Change that in its settings for this address.',
    default: 'This browser has not been asked yet.',
    missing: 'This browser cannot show notifications at this address. They need HTTPS or localhost.',
  },
  allow: 'Allow notifications',
  desktop: 'Notify me when something is waiting',
  details: 'Show what is waiting',
  detailsHint:
    'Shows the command or path, with secrets masked. When off, the notification says only that something is waiting.',
  sounds: 'Sounds',
  soundsHint: 'Two short notes, only while the page is out of view.',
  soundWaiting: 'When something starts waiting for you',
  soundEnded: 'When a turn ends',
  readers: 'Screen readers',
  readersHint: 'A finished answer is always announced. It is never read aloud while it is being written.',
  readAnswers: 'Read finished answers aloud, paragraph by paragraph',
  hear: 'Play',
  hearNamed: (name: string) => `Play: ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
} as const
