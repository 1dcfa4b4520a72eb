/** The query key of saved prompts, apart from their requests, which load when a slash is typed. */
export const PROMPTS_KEY = ['prompts'] as const
