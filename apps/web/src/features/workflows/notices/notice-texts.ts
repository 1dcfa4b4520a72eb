export const noticeTexts = {
  title: 'Notices',
  hint: 'Messages from your workflows, and runs that failed while you were away. Each stays for 30 days.',
  loading: 'Loading…',
  none: 'No notices yet. Workflows send one with the node notify.person.',
  fresh: 'New',
  unread: (many: number) => `${many} new ${many === 1 ? 'notice' : 'notices'}`,
  openRun: 'Open the run',
  runOf: (title: string) => `Open the run of “${title}”`,
  all: 'All notices',
  close: 'Close',
}
