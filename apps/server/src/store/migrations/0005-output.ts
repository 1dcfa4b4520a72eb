/** The output of a call when it was cut off. */
export const output = `
alter table calls add column output json;
`
