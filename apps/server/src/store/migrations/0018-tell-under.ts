/**
 * In one statement, adds an event of a turn that continues, because streamed text comes many times a second. The thread is locked first, as
 * by every transition; the statements after that see what was committed until then. Null: the lease is no longer valid.
 */
export const tellUnder = `
create function tell_under(of_turn text, of_epoch integer, told json, out told_thread text, out told_seq bigint)
language plpgsql volatile as $$
begin
  select id into told_thread from threads
    where id = (select thread_id from turns where id = of_turn) for no key update;
  perform from turns
    where id = of_turn and epoch = of_epoch and status = 'running' and lease_until > clock_timestamp();
  if not found then
    told_thread := null;
    return;
  end if;
  update threads set seq = seq + 1 where id = told_thread returning seq into told_seq;
  insert into outbox (thread_id, seq, event) values (told_thread, told_seq, told);
end $$;
`
