/** The effort of a thread's model, and how full its context window was at the end of a turn. Null: the default; unknown. */
export const effort = `
alter table threads add column effort text check (effort in ('low', 'medium', 'high'));
alter table turns add column context_tokens integer;
`
