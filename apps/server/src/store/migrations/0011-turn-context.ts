/** Where the message of a turn was written. Existing turns are treated as written in the thread itself. */
export const turnContext = `
alter table turns add column context text not null default 'thread' check (context in ('thread', 'editor'));
`
