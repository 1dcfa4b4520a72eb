/** When a person took back what a call did to files. */
export const undo = `
alter table calls add column undone_at timestamptz;
`
