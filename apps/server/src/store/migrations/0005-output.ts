/** What a call had printed when it was cut off. */
export const output = `
alter table calls add column output json;
`
