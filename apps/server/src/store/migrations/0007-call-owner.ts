/** What a call belongs to: a turn of an agent, or what a person does by hand. Every call until now is one of a turn. */
export const callOwner = `
alter table calls add column owner_kind text not null default 'turn' check (owner_kind in ('turn', 'hand'));
`
