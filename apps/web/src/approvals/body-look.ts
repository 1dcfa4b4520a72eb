/**
 * waits: for this person, now; only then is anything tinted. preview: what would be decided, in words alone. over: it is settled, and what
 * asked does not ask any more.
 */
export type BodyLook = 'waits' | 'preview' | 'over'
