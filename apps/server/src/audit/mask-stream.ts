import { MASK, maskEcho } from './mask.ts'

/** Masks text that arrives in pieces like `maskEcho` masks the whole: a secret that spans two pieces is one secret. */
export interface MaskStream {
  /** Takes a piece; returns the text that is known to be harmless by now. */
  add(text: string): string
  /** Nothing arrived for a while: returns the held text except a possible beginning of a secret. */
  pause(): string
  /** The stream ended: returns the rest. */
  end(): string
}

/** Maximum number of held characters. A longer run without a safe split point is split anyway. */
const LIMIT = 8192

/** Masks a stream of pieces: it is split only where no secret can span the split, and each part is masked as a whole. */
export function maskStream(secrets: readonly string[]): MaskStream {
  return new PartedText(secrets)
}

class PartedText implements MaskStream {
  readonly #secrets: readonly string[]
  readonly #spaced: readonly string[]
  /** Received text that was not split off yet, without the inside of a private key. */
  #held = ''
  /** The part of it that was already shown, masked. */
  #shown = ''
  /** Where in `#held` to search for the next private key. */
  #keyFrom = 0
  /** Inside a private key: its last characters, where its end may begin. */
  #keyTail: string | undefined
  /** A long word was split within a secret: the rest of the word belongs to it. */
  #swallowing = false

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
    this.#spaced = secrets.filter((secret) => /\s/.test(secret))
  }

  add(text: string): string {
    if (this.#keyTail === undefined) this.#held += this.#swallow(text)
    else this.#keyTail += text
    return this.#part()
  }

  pause(): string {
    const known = this.#keyTail === undefined ? certain(this.#held, this.#secrets) : this.#held.length
    const whole = this.#masked(this.#held.slice(0, known))
    const rest = unshown(whole, this.#shown)
    if (whole.length > this.#shown.length) this.#shown = whole
    return rest
  }

  end(): string {
    const rest = this.#release(this.#held)
    this.#held = ''
    this.#shown = ''
    this.#keyFrom = 0
    this.#keyTail = undefined
    this.#swallowing = false
    return rest
  }

  #masked(text: string): string {
    return maskEcho(text, this.#secrets)
  }

  /** The part of a text that was not shown yet, masked. */
  #release(text: string): string {
    const whole = this.#masked(text)
    const rest = unshown(whole, this.#shown)
    this.#shown = this.#shown.startsWith(whole) ? this.#shown.slice(whole.length) : ''
    return rest
  }

  /** Removes the first characters of the held text, and returns those that were not shown. */
  #give(to: number): string {
    const out = to > 0 ? this.#release(this.#held.slice(0, to)) : ''
    this.#held = this.#held.slice(to)
    this.#keyFrom = Math.max(0, this.#keyFrom - to)
    return out
  }

  /** Splits the held text as far as possible. The result does not depend on the pieces in which it arrived. */
  #part(): string {
    let out = ''
    let ready = 0
    for (;;) {
      if (this.#keyTail !== undefined && !this.#leaveKey()) break
      const key = nextKey(this.#held, Math.max(this.#keyFrom, ready), ready + LIMIT)
      const end = Math.min(key?.start ?? Infinity, ready + LIMIT)
      const at = nextPlace(this.#held, ready, end, this.#spaced)
      if (at !== undefined) ready = at
      else if (key !== undefined) {
        this.#keyTail = this.#held.slice(key.end)
        this.#held = this.#held.slice(0, key.end)
      } else if (this.#held.length - ready > LIMIT) {
        out += this.#give(ready) + this.#force()
        ready = 0
      } else break
    }
    return out + this.#give(ready)
  }

  /** Splits a run that is too long and has no safe split point. */
  #force(): string {
    const forced = forcedPlace(this.#held)
    const inWord = isWord(this.#held.charAt(forced - 1)) && isWord(this.#held.charAt(forced))
    this.#swallowing = inWord && this.#masked(this.#held.slice(0, forced)).endsWith(MASK)
    const out = this.#give(forced)
    this.#held = this.#swallow(this.#held)
    return out
  }

  /** False: the key continues. */
  #leaveKey(): boolean {
    const tail = this.#keyTail ?? ''
    const end = KEY_END.exec(tail)
    if (end === null) {
      this.#keyTail = tail.slice(-KEY_END_LENGTH)
      return false
    }
    this.#held += end[0]
    this.#keyFrom = this.#held.length
    this.#held += tail.slice(end.index + end[0].length)
    this.#keyTail = undefined
    return true
  }

  #swallow(text: string): string {
    if (!this.#swallowing) return text
    const rest = text.replace(/^[A-Za-z0-9+/=._-]+/, '')
    this.#swallowing = rest === ''
    return rest
  }
}

/** The part of a masked text that was not shown yet. */
function unshown(whole: string, shown: string): string {
  if (whole.startsWith(shown)) return whole.slice(shown.length)
  if (shown.startsWith(whole)) return ''
  let same = 0
  while (whole.charAt(same) === shown.charAt(same)) same += 1
  return whole.slice(same)
}

const KEY_START = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?=[^•])/g
const KEY_END = /-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/
const KEY_END_LENGTH = 200

/** The next private key whose header, and the text after it, is known. */
function nextKey(
  text: string,
  from: number,
  limit: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!text.includes('-----BEGIN ', from)) return undefined
  KEY_START.lastIndex = from
  const found = KEY_START.exec(text)
  if (found === null || found.index + found[0].length > limit) return undefined
  return { start: found.index, end: found.index + found[0].length }
}

/** Makes the next word a secret, even across a line break. */
const BINDS_NEXT =
  /(?:[:=]["']?|bearer|basic|token|digest|sshpass|(?:^|[\s"'\x60(])--?[A-Za-z][A-Za-z0-9_.-]{0,80})$/i
/** Longest text that `BINDS_NEXT` matches. */
const BINDING = 100
/** First characters of a line that belongs to the previous one. */
const BINDS_PREVIOUS = /[:=-]/

/**
 * The first position after `from` that no secret spans: the start of a line, unless the last word before it or the first character after it
 * binds the two.
 */
function nextPlace(text: string, from: number, to: number, spaced: readonly string[]): number | undefined {
  for (let line = text.indexOf('\n', from); line !== -1 && line < to; line = text.indexOf('\n', line + 1)) {
    let at = line + 1
    while (at < text.length && isBlank(text.charAt(at))) at += 1
    if (at > to || at >= text.length) return undefined
    if (mayPart(text, at, spaced)) return at
    line = at - 1
  }
  return undefined
}

function mayPart(text: string, at: number, spaced: readonly string[]): boolean {
  if (BINDS_PREVIOUS.test(text.charAt(at))) return false
  let end = at
  while (end > 0 && isBlank(text.charAt(end - 1))) end -= 1
  if (BINDS_NEXT.test(text.slice(Math.max(0, end - BINDING), end))) return false
  return !spaced.some((secret) => reachesOver(text, at, secret))
}

/** Whether the text before a position could be the beginning of a secret that ends after it. */
function reachesOver(text: string, at: number, secret: string): boolean {
  for (let start = Math.max(0, at - secret.length + 1); start < at; start += 1)
    if (text.startsWith(secret.slice(0, at - start), start)) return true
  return false
}

/** Where to split a run without a line break: after a blank outside of quotes, otherwise after a word, otherwise anywhere. */
function forcedPlace(text: string): number {
  let afterBlank: number | undefined
  let afterWord: number | undefined
  let quotes = 0
  for (let at = 1; at <= LIMIT; at += 1) {
    const before = text.charAt(at - 1)
    if (before === '"' || before === "'") quotes += 1
    if (at < LIMIT / 2) continue
    if (!isWord(before)) afterWord = at
    if (isBlank(before) && !isBlank(text.charAt(at)) && quotes % 2 === 0 && mayPart(text, at, []))
      afterBlank = at
  }
  return afterBlank ?? afterWord ?? LIMIT
}

const HEADS =
  /:\/\/|\b(?:sk-|[sr]k_|gh[pousr]_|github_pat_|glpat-|npm_|pypi-|xox|A[KSBC][IC]A|AIza|ya29\.|hf_|dop_v1_|SG\.|eyJ|AGE-SECRET|vault:|hooks\.slack)|-----/
/** A value in unclosed quotes. */
const OPEN_VALUE = /(?:[=:]|--?[A-Za-z][\w.-]{0,80})\s{0,8}(?:"[^"\n]{0,4096}|'[^'\n]{0,4096})$/

/** An ordinary word, such as those that end questions. Every kind of key begins with an identifying prefix. */
const PLAIN_WORD = /^[A-Za-z]{1,20}$/

/** How much of a text is shown when nothing follows for a while: not a word that may continue and become a secret. */
function certain(text: string, secrets: readonly string[]): number {
  let word = text.length
  while (word > 0 && !isBlank(text.charAt(word - 1))) word -= 1
  const last = text.slice(word)
  const plain = PLAIN_WORD.test(last) && !BINDS_NEXT.test(text.slice(0, word).trimEnd().slice(-BINDING))
  const risky = (/[A-Za-z0-9+/=_-]$/.test(last) && !plain) || HEADS.test(last)
  const open = OPEN_VALUE.exec(text)?.index ?? text.length
  return Math.min(risky ? word : text.length, open, ...secrets.map((secret) => begun(text, secret)))
}

/** The start of a secret that the text ends within. */
function begun(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.length - length
  return text.length
}

function isBlank(character: string): boolean {
  return /^\s$/.test(character)
}

function isWord(character: string): boolean {
  return /^[A-Za-z0-9+/=._-]$/.test(character)
}
