/** The cost of a turn in US dollars. Null: a price was unknown, as for every earlier turn. */
export const cost = `
alter table turns add column cost_usd double precision;
alter table turns alter column cost_usd set default 0;
`
