import type { SavedPrompt } from '../features/prompts.ts'

/** Placeholder in a prompt for the text typed after its name. */
export const PROMPT_INPUT = '{input}'

/** A slash and a name, as commands and saved prompts are typed; null: ordinary text, such as the path `/etc/hosts`. */
export function slashTyped(text: string): { readonly name: string; readonly argument: string } | null {
  const match = /^\/([a-z][a-z0-9-]*)(?:\s+([\s\S]*))?$/.exec(text.trim())
  return match === null ? null : { name: match[1] ?? '', argument: (match[2] ?? '').trim() }
}

/** The message of a saved prompt. The text typed after its name replaces the placeholder, or is appended. */
export function promptMessage({ text }: SavedPrompt, argument: string): string {
  if (text.includes(PROMPT_INPUT)) return text.replaceAll(PROMPT_INPUT, () => argument)
  return argument === '' ? text : `${text}\n\n${argument}`
}
