/** The list state of a thread: pinned, archived, and the source of its title. Existing titles do not change. */
export const chatList = `
alter table threads add column pinned_at timestamptz;
alter table threads add column archived_at timestamptz;
-- to_write: the first words of the first message, until a model has written a title.
alter table threads add column title_state text not null default 'given'
  check (title_state in ('given', 'first_words', 'to_write', 'written'));
`
