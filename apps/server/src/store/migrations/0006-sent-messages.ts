/** The client's id for a message: sent again under it, it is the same message. */
export const sentMessages = `
alter table messages add column client_id text;
create unique index messages_client_id on messages (thread_id, client_id) where client_id is not null;
`
