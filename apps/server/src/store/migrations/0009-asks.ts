/** Calls of a tool that always asks have a lock of their own: they are not destructive, and need a person all the same. */
export const asks = `
alter table calls drop constraint calls_locked_check;
alter table calls add constraint calls_locked_check check (locked in ('destructive', 'breaker', 'unreadable', 'asks'));
`
