export const noticeTexts = {
  title: 'Notices',
  hint: 'What workflows told you, and runs that failed while you were away. A notice is kept for 30 days.',
  loading: 'Loading…',
  none: 'No notices yet. A workflow tells you something with the node notify.person.',
  fresh: 'New',
  unread: (many: number) => `${many} new ${many === 1 ? 'notice' : 'notices'}`,
  openRun: 'Open the run',
  runOf: (title: string) => `Open the run of “${title}”`,
  all: 'All notices',
  close: 'Close',
}
