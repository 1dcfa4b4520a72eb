/**
 * A yes may name parts of a change: only a yes to a single call can, and it names at least one. Beginning it names the same parts, so that
 * a process that does not know about parts cannot begin a partially signed call.
 */
export const answerParts = `
alter table approvals add column parts json;
alter table approvals add constraint parts_narrow_one_yes check (
  parts is null or (state = 'allowed' and scope = 'once' and json_array_length(parts) > 0));

alter table calls add column decided_parts json;
alter table calls add column begun_parts json;
alter table calls add constraint only_signed_parts_begin check (
  (decided_parts is null or decided_via = 'person')
  and (started_at is null or begun_parts::text is not distinct from decided_parts::text));
`
