import { z } from 'zod'
import { defineRoute } from '../contract.ts'

/** Limits of saved prompts: characters of a text, and how many a person can have. */
export const PROMPT_LIMIT = 20_000
export const PROMPTS_LIMIT = 200

/** The name that is typed after the slash. */
export const PromptName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens, a letter first, at most 40')

/** A saved message that is sent by its name. `{input}` in the text is replaced by what is typed after the name. */
export const SavedPrompt = z.object({ name: PromptName, text: z.string().trim().min(1).max(PROMPT_LIMIT) })
export type SavedPrompt = z.infer<typeof SavedPrompt>

const SavedPrompts = z.object({ prompts: z.array(SavedPrompt).readonly() })
const OnePrompt = z.object({ name: PromptName })

/** A person's saved prompts. They are sent as the person's own words, so only a person changes them. */
export const promptRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/prompts',
    needs: 'read',
    about: 'your saved prompts, by name',
    reply: SavedPrompts,
  }),
  save: defineRoute({
    method: 'PUT',
    path: '/api/prompts/:name',
    needs: 'person',
    about: 'saves a prompt; replaces one with the same name',
    params: OnePrompt,
    body: SavedPrompt.pick({ text: true }),
    reply: SavedPrompts,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/prompts/:name',
    needs: 'person',
    about: 'removes a saved prompt',
    params: OnePrompt,
    reply: SavedPrompts,
  }),
}
