/** Indexes for waiting and interrupted calls in order of proposal, however many calls there are. */
export const openCalls = `
create index calls_waiting on calls (number) where state = 'waiting';
create index calls_interrupted on calls (number) where state = 'interrupted';
`
