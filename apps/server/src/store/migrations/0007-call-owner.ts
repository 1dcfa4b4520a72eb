/** The owner of a call: a turn of an agent, or an act by hand. Every existing call belongs to a turn. */
export const callOwner = `
alter table calls add column owner_kind text not null default 'turn' check (owner_kind in ('turn', 'hand'));
`
