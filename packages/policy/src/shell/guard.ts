/**
 * The cases in which the parser differs from bash, or bash evaluates text that no grammar shows. Each check takes source text and returns a
 * reason, in words for people, or nothing.
 */

/** Bash treats quotes in arithmetic as plain text and runs what is between them; the parser treats them as quotes. */
export function hiddenInArithmetic(gap: string): string | undefined {
  for (const char of gap) {
    if (char === "'" || char === '"') return 'a quote in arithmetic'
    if (char === '\\') return 'a backslash in arithmetic'
    if (char === '`') return 'a backtick in arithmetic'
  }
  for (const opener of ['$(', '${', '$[', '<(', '>(']) {
    if (gap.includes(opener)) return `\`${opener}\` in arithmetic`
  }
  return undefined
}

/** `$[…]` is legacy arithmetic with its own quoting rules. */
export function oldArithmetic(source: string): string | undefined {
  return source.startsWith('$[') ? 'arithmetic as `$[…]`' : undefined
}

/**
 * In `${x/pattern/text}` the parser ends the pattern at the first slash, even in a command: `${x/$(ls /; other)/}`. Only a command that is
 * plainly closed before any slash is accepted.
 */
export function commandInPattern(pattern: string): string | undefined {
  const rest = pattern.replaceAll(/\$\(([^/()`'\\{}<>#\n]*)\)/g, (whole, inner: string) =>
    /\bcase\b/.test(inner) || inner.split('"').length % 2 === 0 ? whole : '',
  )
  return /[$<>]\(|`/.test(rest) ? 'a command in the pattern of an expansion' : undefined
}

/**
 * Text in which the parser found nothing but bash finds something: `a=(x $(command))y` is an array for bash and plain text for the parser,
 * and an escaped line break does not separate `$` from what follows it.
 */
export function hiddenInText(text: string): string | undefined {
  if (!/[$`(]/.test(text)) return undefined
  if (/\$(?:\\\n)+$/.test(text)) return 'a line break in an expansion'
  const bare = text.replaceAll(/\\\n/g, '').replaceAll(/\\.|\$'(?:[^'\\]|\\.)*'|'[^']*'|"[^"$`]*"/gs, '')
  return /[`(]|\$[{'"[]/.test(bare) ? 'a parenthesis or an expansion in a text' : undefined
}

/** The same in double quotes, where parentheses are plain text. */
export function tornInQuotes(text: string): string | undefined {
  return /(?:^|[^\\$])(?:\\\\)*\$(?:\\\n)+[({[]/.test(text) ? 'a line break in an expansion' : undefined
}

/**
 * Bash removes an escaped line break before it looks for words: `"$HO\⏎ME"` is the home, `{fd\⏎}>x` a redirect. The parser ends a name or
 * an operator there. Quotes are not considered: nobody writes that in them either.
 */
export function tornName(text: string): { readonly reason: string; readonly position: number } | undefined {
  if (!text.includes('\\\n')) return undefined
  const name = text.search(/\$(?:\w*(?:\\\n)+\w|(?:\\\n)+[@*#?$!-])/)
  if (name !== -1) return { reason: 'a line break in the name of a variable', position: name }
  const expansion = text.search(
    /\$\{[^\s{}$"'`\\]*[%#^,/:](?:\\\n)+[%#^,/=+?-]|\$\{[^{}\\\n]*\$(?:\\\n)+[({[]/,
  )
  if (expansion !== -1) return { reason: 'a line break in an expansion', position: expansion }
  const redirect = text.search(/(?:\{\w*(?:\\\n\w*)+\}|\d(?:\\\n)+\d+)(?:\\\n)*[<>]/)
  if (redirect !== -1) return { reason: 'a line break before a redirect', position: redirect }
  const operator = text.search(
    /<<(?:\\\n)+-|[<>](?:\\\n)+[<>&|(]|&(?:\\\n)+[&>]|\|(?:\\\n)+[|&]|;(?:\\\n)+[;&]|\((?:\\\n)+\(|\)(?:\\\n)+\)/,
  )
  return operator === -1 ? undefined : { reason: 'a line break in an operator', position: operator }
}

/** In the body of a here-document bash removes such line breaks before it reads the commands in it, even in comments. */
export function brokenInHere(source: string): string | undefined {
  return /#[^\n]*\\\n/.test(source) ? 'a line break after a backslash in a here-document' : undefined
}

/** `2\⏎> file`: the number belongs to the redirect for bash, but is a word for the parser. */
export function tornRedirect(text: string, start: number): string | undefined {
  if (!text.startsWith('\\\n', start - 2)) return undefined
  return /(?:^|[\s;&|(){}])(?:\d+|\{\w+\})(?:\\\n)+$/.test(text.slice(Math.max(0, start - 64), start))
    ? 'a line break before a redirect'
    : undefined
}

/** In double quotes bash finds `<(…)` in a pattern; the parser treats it as text, and a brace in it as the end. */
export function processInQuotes(source: string): string | undefined {
  return /[<>]\(/.test(source) ? 'a process substitution in an expansion in quotes' : undefined
}

/** In the body of a here-document, quotes in `${x:-'…'}` are plain text for bash. */
export function quotesInHereExpansion(source: string): string | undefined {
  return /['"\\]/.test(source) ? 'a quote in an expansion of a here-document' : undefined
}

/** Bash keeps a backslash before a line break in `$'…'`; the parser drops both. */
export function ansiLineBreak(source: string): string | undefined {
  return source.includes('\\\n') ? "a line break after a backslash in `$'…'`" : undefined
}

/** `${ command; }` and `${| command; }` run in the current shell, and only bash 5.3 supports them. */
export function inShellSubstitution(source: string): string | undefined {
  return source.startsWith('${') ? 'a command in `${ …; }`' : undefined
}

/** `${x@P}` expands the value of a variable as a prompt: commands in it run. */
export function promptTransform(letter: string): string | undefined {
  return /^[QUuLEAKak]$/.test(letter) ? undefined : `the expansion \`@${letter}\``
}

/** Off in `bash -c`, so bash rejects them; syntax of other shells can hide there. */
export const EXTENDED_GLOB = 'an extended pattern outside of `[[ ]]` and `case`'

/** `NAME=<(x) command`: the parser mistakes the substitution for the command's name. */
export const PROCESS_AS_COMMAND = 'a process substitution as a command'

/** In double quotes bash treats single quotes as plain text. */
export const QUOTES_IN_QUOTES = 'a quote in an expansion in double quotes'

/** `"${x//:/$'\n'}"`: versions of bash disagree on where such a text ends, unless nothing in it could end it. */
export function ansiInQuotes(text: string): string | undefined {
  return /^\$'(?:[\w ,.:;/|=+-]|\\[nrt])*'$/.test(text) ? undefined : QUOTES_IN_QUOTES
}

/** Bash looks for the end of `$[`; the parser treats an unclosed one as text. */
export function openArithmetic(text: string): string | undefined {
  return text.includes('$[') && /(?:^|[^\\])(?:\\\\)*\$\[/.test(text) ? 'arithmetic as `$[…]`' : undefined
}

/** Bash rejects `name (` unless it begins a function; the parser drops the parenthesis. */
export function parenthesisAfterName(text: string, end: number): string | undefined {
  return nextCharacter(text, end) === '(' ? 'a parenthesis behind a command' : undefined
}

/** Bash rejects `! &&` and `time |`; the parser accepts the empty command before the operator. */
export function operatorBehindNothing(text: string, end: number): string | undefined {
  const next = nextCharacter(text, end)
  return next !== '' && '&|)'.includes(next) ? 'no command before an operator' : undefined
}

/** `> 2>&1`: the number belongs to the second redirect, and the first has no target for bash. */
export function numberBeforeRedirect(target: string, text: string, end: number): string | undefined {
  return /^\d+$/.test(target) && /^[<>]/.test(text.slice(end, end + 1))
    ? 'a redirect without a target'
    : undefined
}

/** The word after `<<` with an expansion in it, or with an unclosed quote. */
export function oddDelimiter(text: string): string | undefined {
  const rest = text.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, '')
  return /['"`$\\]/.test(rest) ? 'the end mark of a here-document' : undefined
}

/** The first character after blanks and continued lines; empty at the end. */
function nextCharacter(text: string, from: number): string {
  let position = from
  while (text[position] === ' ' || text[position] === '\t' || text.startsWith('\\\n', position)) {
    position += text[position] === '\\' ? 2 : 1
  }
  return text.charAt(position)
}
