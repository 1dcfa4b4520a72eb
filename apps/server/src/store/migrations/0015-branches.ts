/**
 * The turns of a thread are a tree: repeating a message begins a branch next to the first one. Existing turns are one branch. The last turn
 * of a branch has no foreign key, because a backup restores threads before turns.
 */
export const branches = `
alter table turns
  add column parent_id text references turns,
  -- Its place in its branch, from 1. Null: it never began, because its message is queued or was taken back.
  add column place integer,
  add column estimated boolean not null default false;
alter table threads add column leaf_id text;

update turns set place = chain.place, parent_id = chain.parent_id
from (select id, row_number() over chain as place, lag(id) over chain as parent_id from turns
      where status <> 'queued' window chain as (partition by thread_id order by number)) as chain
where turns.id = chain.id;
update threads set leaf_id =
  (select id from turns where turns.thread_id = threads.id and status <> 'queued' order by number desc limit 1);

alter table turns
  add constraint a_first_turn_has_no_parent check ((coalesce(place, 1) = 1) = (parent_id is null)),
  add constraint a_turn_that_began_has_a_place check (place is not null or status in ('queued', 'cancelled'));
create index turns_of_parent on turns (parent_id);
`
