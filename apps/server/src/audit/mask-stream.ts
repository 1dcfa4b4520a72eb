import { MASK, maskEcho } from './mask.ts'

/** Text that comes in pieces, masked as `maskEcho` masks the whole: a secret that two pieces share is one secret. */
export interface MaskStream {
  /** Takes a piece; gives what is known to be harmless by now. */
  add(text: string): string
  /** Nothing came for a while: gives what is held but for what may be the beginning of a secret. */
  pause(): string
  /** Nothing more comes: gives the rest. */
  end(): string
}

/** Characters that are held at most. A longer stretch without a place to part it is parted anyway. */
const LIMIT = 8192

/** How a stream of pieces is masked: it is parted only where no secret can reach over, and each part is masked as a whole. */
export function maskStream(secrets: readonly string[]): MaskStream {
  return new PartedText(secrets)
}

class PartedText implements MaskStream {
  readonly #secrets: readonly string[]
  readonly #spaced: readonly string[]
  /** What came and was not parted off yet. The inside of a private key is left out of it. */
  #held = ''
  /** What was shown of it already, masked. */
  #shown = ''
  /** Where in `#held` to look for the next private key. */
  #keyFrom = 0
  /** Inside of a private key: its last characters, where its end may begin. */
  #keyTail: string | undefined
  /** A run of one word was parted within a secret: the rest of the word belongs to it. */
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

  /** What of a text was not shown yet, masked. */
  #release(text: string): string {
    const whole = this.#masked(text)
    const rest = unshown(whole, this.#shown)
    this.#shown = this.#shown.startsWith(whole) ? this.#shown.slice(whole.length) : ''
    return rest
  }

  /** Takes the first characters off what is held, and gives what of them was not shown. */
  #give(to: number): string {
    const out = to > 0 ? this.#release(this.#held.slice(0, to)) : ''
    this.#held = this.#held.slice(to)
    this.#keyFrom = Math.max(0, this.#keyFrom - to)
    return out
  }

  /** Parts what is held as far as it can be parted. What is given does not depend on the pieces in which it came. */
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

  /** Parts a stretch that is too long and has no place where it may be parted. */
  #force(): string {
    const forced = forcedPlace(this.#held)
    const inWord = isWord(this.#held.charAt(forced - 1)) && isWord(this.#held.charAt(forced))
    this.#swallowing = inWord && this.#masked(this.#held.slice(0, forced)).endsWith(MASK)
    const out = this.#give(forced)
    this.#held = this.#swallow(this.#held)
    return out
  }

  /** False: the key goes on. */
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

/** What of a masked text was not shown yet. */
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

/** The next private key whose head, and what follows it, is known. */
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

/** What makes the next word a secret, though a line break stands between them. */
const BINDS_NEXT =
  /(?:[:=]["']?|bearer|basic|token|digest|sshpass|(?:^|[\s"'\x60(])--?[A-Za-z][A-Za-z0-9_.-]{0,80})$/i
/** Longest text that `BINDS_NEXT` looks at. */
const BINDING = 100
/** First characters of what belongs to the line before. */
const BINDS_PREVIOUS = /[:=-]/

/**
 * The first place after `from` where no secret reaches over: the start of a line, unless the last word before it or the first character
 * after it binds the two.
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

/** What comes before a place could be the beginning of a secret that ends behind it. */
function reachesOver(text: string, at: number, secret: string): boolean {
  for (let start = Math.max(0, at - secret.length + 1); start < at; start += 1)
    if (text.startsWith(secret.slice(0, at - start), start)) return true
  return false
}

/** Where a stretch without a line break is parted: after a blank outside of quotes, else after a word, else anywhere. */
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
/** A value in quotes that are not closed yet. */
const OPEN_VALUE = /(?:[=:]|--?[A-Za-z][\w.-]{0,80})\s{0,8}(?:"[^"\n]{0,4096}|'[^'\n]{0,4096})$/

/** An ordinary word, as questions end with. Every kind of key begins with something that says what it is. */
const PLAIN_WORD = /^[A-Za-z]{1,20}$/

/** How much of a text is shown when nothing follows for a while: not a word that may go on and then be a secret. */
function certain(text: string, secrets: readonly string[]): number {
  let word = text.length
  while (word > 0 && !isBlank(text.charAt(word - 1))) word -= 1
  const last = text.slice(word)
  const plain = PLAIN_WORD.test(last) && !BINDS_NEXT.test(text.slice(0, word).trimEnd().slice(-BINDING))
  const risky = (/[A-Za-z0-9+/=_-]$/.test(last) && !plain) || HEADS.test(last)
  const open = OPEN_VALUE.exec(text)?.index ?? text.length
  return Math.min(risky ? word : text.length, open, ...secrets.map((secret) => begun(text, secret)))
}

/** Where a secret begins that a text ends within. */
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
