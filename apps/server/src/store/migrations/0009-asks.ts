/** Calls of a tool that always asks have their own lock: they are not destructive but still need a person. */
export const asks = `
alter table calls drop constraint calls_locked_check;
alter table calls add constraint calls_locked_check check (locked in ('destructive', 'breaker', 'unreadable', 'asks'));
`
