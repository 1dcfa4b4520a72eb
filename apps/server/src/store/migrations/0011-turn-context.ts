/** Where the message of a turn was written from. Turns until now count as written in the chat itself. */
export const turnContext = `
alter table turns add column context text not null default 'thread' check (context in ('thread', 'editor'));
`
