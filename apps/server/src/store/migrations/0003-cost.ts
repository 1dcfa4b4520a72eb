/** What a turn has cost, in US dollars. Null: a price was not known, as for every turn from before. */
export const cost = `
alter table turns add column cost_usd double precision;
alter table turns alter column cost_usd set default 0;
`
