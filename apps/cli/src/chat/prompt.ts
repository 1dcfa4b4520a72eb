import { edit, edited, EMPTY, type Edit, type Edited } from './editor.ts'
import { partsOf, readPartNumbers } from './parts.ts'
import { offersOf, wordFor, type Question } from './question.ts'
import type { Answer } from './session.ts'

/**
 * Who gets the keys while a question is open, and when one of them is an answer. Pure.
 *
 * aside: keys write the message; Tab switches to the question. A question that arrives while something is being written stays aside.
 * settling: the question has the keys but accepts none until no key came for a while; a letter goes back to the message.
 * armed: one letter answers. pressed: the letter is held for a moment; if typing continues, both letters go to the message.
 * rule, note, word, parts: a line is edited; Enter answers once the line has been visible for a while.
 */
export type Prompt =
  | { readonly at: 'aside' }
  | { readonly at: 'settling'; readonly since: number }
  | { readonly at: 'armed' }
  | { readonly at: 'pressed'; readonly letter: Letter; readonly since: number }
  | {
      readonly at: 'rule'
      readonly scope: 'allow_chat' | 'allow_always'
      readonly line: Edited
      readonly since: number
    }
  | { readonly at: 'note' | 'word' | 'parts'; readonly line: Edited; readonly since: number }

export type Letter = 'a' | 'p' | 'c' | 'w' | 'd' | 'n' | 'k'

/** A key as the prompt sees it. A chunk of several characters is text, never an answer. */
export type PromptKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'enter' | 'escape' | 'tab' | 'other' }
  | { readonly kind: 'edit'; readonly edit: Edit }

export interface Step {
  readonly prompt: Prompt
  /** Text that belongs to the message after all. */
  readonly toMessage?: string
  readonly answer?: Answer
  /** The question must not expire. */
  readonly keepWaiting?: true
  /** Why a key was not accepted. */
  readonly hint?: string
}

/** A question accepts a key after this long without any: longer than keyboards wait before they repeat a held key. */
export const QUIET_MS = 800
/** How long a letter is held before it is an answer: a person who writes a word is faster. */
export const HOLD_MS = 350

/** A question arrived (or the previous one ended). */
export function questionCame(draft: string, now: number): Prompt {
  return draft === '' ? { at: 'settling', since: now } : { at: 'aside' }
}

/** Changes that depend only on time. */
export function passTime(prompt: Prompt, question: Question, now: number): Step {
  switch (prompt.at) {
    case 'settling':
      return { prompt: now - prompt.since >= QUIET_MS ? { at: 'armed' } : prompt }
    case 'pressed':
      return now - prompt.since >= HOLD_MS ? commit(prompt.letter, question, now) : { prompt }
    case 'aside':
    case 'armed':
    case 'rule':
    case 'note':
    case 'word':
    case 'parts':
      return { prompt }
  }
}

/** Milliseconds until `passTime` changes something; null: never. */
export function nextChange(prompt: Prompt, now: number): number | null {
  switch (prompt.at) {
    case 'settling':
      return Math.max(0, prompt.since + QUIET_MS - now)
    case 'pressed':
      return Math.max(0, prompt.since + HOLD_MS - now)
    case 'aside':
    case 'armed':
    case 'rule':
    case 'note':
    case 'word':
    case 'parts':
      return null
  }
}

export interface Around {
  readonly question: Question
  /** The end of the body was on the screen. */
  readonly readToEnd: boolean
  readonly now: number
}

/** Handles a key while the question has the keys. In `aside` the keys belong to the message. */
export function pressKey(prompt: Exclude<Prompt, { at: 'aside' }>, key: PromptKey, around: Around): Step {
  switch (prompt.at) {
    case 'settling':
      if (key.kind === 'text') return { prompt: { at: 'aside' }, toMessage: key.text }
      return { prompt: key.kind === 'escape' ? { at: 'aside' } : { at: 'settling', since: around.now } }
    case 'armed':
      return pressArmed(key, around)
    case 'pressed':
      if (key.kind === 'text') return { prompt: { at: 'aside' }, toMessage: prompt.letter + key.text }
      // Any other key takes it back.
      return { prompt: { at: 'settling', since: around.now }, hint: 'Cancelled.' }
    case 'rule':
    case 'note':
    case 'word':
    case 'parts':
      return pressInLine(prompt, key, around)
  }
}

function pressArmed(key: PromptKey, { question, readToEnd, now }: Around): Step {
  if (key.kind === 'tab' || key.kind === 'escape') return { prompt: { at: 'aside' } }
  if (key.kind !== 'text') return { prompt: { at: 'armed' } }
  const letter = LETTERS.find((one) => one === key.text && (one !== 'p' || partsOf(question).length > 0))
  // Any other letter starts a message.
  if (letter === undefined) return { prompt: { at: 'aside' }, toMessage: key.text }
  const allows = letter === 'a' || letter === 'p' || letter === 'c' || letter === 'w'
  if (allows && !readToEnd)
    return { prompt: { at: 'armed' }, hint: 'Read to the end first: Space or ↓; End goes there.' }
  if ((letter === 'c' || letter === 'w') && offersOf(question).length === 0)
    return { prompt: { at: 'armed' }, hint: 'No rule is offered for this call; you can only allow it once.' }
  return { prompt: { at: 'pressed', letter, since: now } }
}

const LETTERS: readonly Letter[] = ['a', 'p', 'c', 'w', 'd', 'n', 'k']

function commit(letter: Letter, question: Question, now: number): Step {
  const settling: Prompt = { at: 'settling', since: now }
  const rule = offersOf(question)[0]?.rule ?? ''
  switch (letter) {
    case 'a':
      return wordFor(question) === null
        ? { prompt: settling, answer: { decision: 'allow_once' } }
        : { prompt: { at: 'word', line: EMPTY, since: now } }
    case 'p':
      return { prompt: { at: 'parts', line: EMPTY, since: now } }
    case 'c':
      return { prompt: { at: 'rule', scope: 'allow_chat', line: edited(rule), since: now } }
    case 'w':
      return { prompt: { at: 'rule', scope: 'allow_always', line: edited(rule), since: now } }
    case 'd':
      return { prompt: settling, answer: { decision: 'deny' } }
    case 'n':
      return { prompt: { at: 'note', line: EMPTY, since: now } }
    case 'k':
      return { prompt: settling, keepWaiting: true }
  }
}

type LinePrompt = Extract<Prompt, { at: 'rule' | 'note' | 'word' | 'parts' }>

function pressInLine(prompt: LinePrompt, key: PromptKey, { question, now }: Around): Step {
  switch (key.kind) {
    case 'escape':
    case 'tab':
      return { prompt: { at: 'settling', since: now } }
    case 'text':
      return { prompt: { ...prompt, line: edit(prompt.line, { do: 'insert', text: oneLine(key.text) }) } }
    case 'edit':
      return { prompt: { ...prompt, line: edit(prompt.line, key.edit) } }
    case 'other':
      return { prompt }
    case 'enter':
      // Enter right after the line appeared belongs to the earlier typing.
      return now - prompt.since < HOLD_MS && (prompt.at === 'rule' || prompt.line.text === '')
        ? { prompt }
        : enterLine(prompt, question, now)
  }
}

function enterLine(prompt: LinePrompt, question: Question, now: number): Step {
  const settling: Prompt = { at: 'settling', since: now }
  const text = prompt.line.text.trim()
  switch (prompt.at) {
    case 'rule':
      if (text === '') return { prompt, hint: 'Write a rule; Esc goes back.' }
      return { prompt: settling, answer: { decision: prompt.scope, rule: text } }
    case 'note':
      return { prompt: settling, answer: { decision: 'deny', ...(text === '' ? {} : { feedback: text }) } }
    case 'word':
      return text === wordFor(question)
        ? { prompt: settling, answer: { decision: 'allow_once' } }
        : { prompt, hint: 'That is not the word; Esc goes back.' }
    case 'parts': {
      const read = readPartNumbers(text, partsOf(question))
      return read.ok
        ? { prompt: settling, answer: read.answer }
        : { prompt, hint: `${read.message}; Esc goes back.` }
    }
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
