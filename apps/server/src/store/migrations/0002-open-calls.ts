/** What waits for a person, and what is to be settled, found in the order in which it was proposed however many calls there are. */
export const openCalls = `
create index calls_waiting on calls (number) where state = 'waiting';
create index calls_interrupted on calls (number) where state = 'interrupted';
`
