/** The client's id for a message. A message that is sent again under the same id is stored once. */
export const sentMessages = `
alter table messages add column client_id text;
create unique index messages_client_id on messages (thread_id, client_id) where client_id is not null;
`
