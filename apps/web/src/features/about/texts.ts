/** Words of the page about the product. */
export const aboutTexts = {
  title: 'About',
  hint: 'Your agent proposes. You countersign.',
  here: 'This server',
  version: 'Version',
  folder: 'Folder',
  person: 'You',
  licences: 'Licences',
  licencesHint:
    'Countersign is licensed under the Apache License 2.0. Its typefaces, Atkinson Hyperlegible Next and Mono, are licensed under the SIL Open Font License 1.1.',
} as const
