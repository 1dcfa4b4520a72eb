/** When a person undid a call's file changes. */
export const undo = `
alter table calls add column undone_at timestamptz;
`
