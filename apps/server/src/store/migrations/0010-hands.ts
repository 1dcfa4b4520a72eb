/**
 * Acts by hand: a call of such a hand belongs to no turn. Its rows are in a hidden thread of the folder. The owner of a call is frozen with
 * the rest of it.
 */
export const hands = `
alter table threads add column kind text not null default 'chat' check (kind in ('chat', 'hand'));
create unique index one_hand_thread on threads (owner, workspace) where kind = 'hand';

create table hands (
  id         text primary key default new_id('hnd'),
  thread_id  text not null references threads,
  person     text not null,
  -- The process that acts for the person: no other ever does.
  process    text not null,
  epoch      bigint not null default 1,
  created_at timestamptz not null default now(),
  ended_at   timestamptz
);
create index hands_open on hands (process) where ended_at is null;

alter table calls alter column turn_id drop not null;
alter table calls add column hand_id text references hands;
alter table calls add constraint a_call_has_one_owner check (
  (owner_kind = 'turn') = (turn_id is not null) and (owner_kind = 'hand') = (hand_id is not null));
create index calls_of_hand on calls (hand_id) where hand_id is not null;

create function call_owner_stays() returns trigger language plpgsql as $$
begin
  raise exception 'call % is frozen', old.id using errcode = 'check_violation';
end $$;
create trigger call_owner_stays before update on calls for each row
  when ((new.owner_kind, new.hand_id) is distinct from (old.owner_kind, old.hand_id))
  execute function call_owner_stays();
`
