/**
 * The places where the parser reads otherwise than bash does, or where bash evaluates text that no grammar shows. Each
 * check takes source text and answers with a reason, in words for people, or with nothing.
 */

/** Bash takes quotes in arithmetic as plain text and runs what stands between them; the parser takes them as quotes. */
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

/** `$[…]` is arithmetic of old, with rules of its own for quotes. */
export function oldArithmetic(source: string): string | undefined {
  return source.startsWith('$[') ? 'arithmetic as `$[…]`' : undefined
}

/**
 * In `${x/pattern/text}` the parser ends the pattern at the first slash, in a command too: `${x/$(ls /; other)/}`. Only
 * a command that is plainly closed before any slash is read.
 */
export function commandInPattern(pattern: string): string | undefined {
  const rest = pattern.replaceAll(/\$\(([^/()`'\\{}<>#\n]*)\)/g, (whole, inner: string) =>
    /\bcase\b/.test(inner) || inner.split('"').length % 2 === 0 ? whole : '',
  )
  return /[$<>]\(|`/.test(rest) ? 'a command in the pattern of an expansion' : undefined
}

/**
 * Text in which the parser has found nothing, and bash finds something: `a=(x $(command))y` is an array for bash and a
 * plain text for the parser, and a line break behind a backslash does not part `$` from what follows it.
 */
export function hiddenInText(text: string): string | undefined {
  if (!/[$`(]/.test(text)) return undefined
  if (/\$(?:\\\n)+$/.test(text)) return 'a line break in an expansion'
  const bare = text.replaceAll(/\\\n/g, '').replaceAll(/\\.|\$'(?:[^'\\]|\\.)*'|'[^']*'|"[^"$`]*"/gs, '')
  return /[`(]|\$[{'"[]/.test(bare) ? 'a parenthesis or an expansion in a text' : undefined
}

/** The same in double quotes, where parentheses are plain. */
export function tornInQuotes(text: string): string | undefined {
  return /(?:^|[^\\$])(?:\\\\)*\$(?:\\\n)+[({[]/.test(text) ? 'a line break in an expansion' : undefined
}

/**
 * Bash drops a backslash with its line break before it looks for words: `"$HO\⏎ME"` is the home, `{fd\⏎}>x` a redirect.
 * Where one tears a name or an operator apart the parser ends it there. Quotes are not looked at: nobody writes that
 * in them either.
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

/** In the body of a here-document such line breaks are gone before the commands in it are read, in comments too. */
export function brokenInHere(source: string): string | undefined {
  return /#[^\n]*\\\n/.test(source) ? 'a line break after a backslash in a here-document' : undefined
}

/** `2\⏎> file`: the number belongs to the redirect for bash, and is a word for the parser. */
export function tornRedirect(text: string, start: number): string | undefined {
  if (!text.startsWith('\\\n', start - 2)) return undefined
  return /(?:^|[\s;&|(){}])(?:\d+|\{\w+\})(?:\\\n)+$/.test(text.slice(Math.max(0, start - 64), start))
    ? 'a line break before a redirect'
    : undefined
}

/** In double quotes bash finds `<(…)` in a pattern; the parser takes it as text, and a brace in it as the end. */
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

/** `${ command; }` and `${| command; }` run in this very shell, and only bash 5.3 knows them. */
export function inShellSubstitution(source: string): string | undefined {
  return source.startsWith('${') ? 'a command in `${ …; }`' : undefined
}

/** `${x@P}` expands the value of a variable as a prompt: commands in it run. */
export function promptTransform(letter: string): string | undefined {
  return /^[QUuLEAKak]$/.test(letter) ? undefined : `the expansion \`@${letter}\``
}

/** Off in `bash -c`, so that bash refuses them; forms of other shells hide there. */
export const EXTENDED_GLOB = 'an extended pattern outside of `[[ ]]` and `case`'

/** `NAME=<(x) command`: the parser takes the substitution for the command's name. */
export const PROCESS_AS_COMMAND = 'a process substitution as a command'

/** In double quotes bash takes single quotes as plain text. */
export const QUOTES_IN_QUOTES = 'a quote in an expansion in double quotes'

/** `"${x//:/$'\n'}"`: versions of bash disagree on where such a text ends, unless nothing in it could end it. */
export function ansiInQuotes(text: string): string | undefined {
  return /^\$'(?:[\w ,.:;/|=+-]|\\[nrt])*'$/.test(text) ? undefined : QUOTES_IN_QUOTES
}

/** Bash looks for the end of `$[`; the parser takes one that never ends as text. */
export function openArithmetic(text: string): string | undefined {
  return text.includes('$[') && /(?:^|[^\\])(?:\\\\)*\$\[/.test(text) ? 'arithmetic as `$[…]`' : undefined
}

/** Bash refuses `name (` that begins no function; the parser drops the parenthesis. */
export function parenthesisAfterName(text: string, end: number): string | undefined {
  return nextCharacter(text, end) === '(' ? 'a parenthesis behind a command' : undefined
}

/** Bash refuses `! &&` and `time |`; the parser takes the empty command before the operator. */
export function operatorBehindNothing(text: string, end: number): string | undefined {
  const next = nextCharacter(text, end)
  return next !== '' && '&|)'.includes(next) ? 'no command before an operator' : undefined
}

/** `> 2>&1`: the number belongs to the second redirect, and bash misses the target of the first. */
export function numberBeforeRedirect(target: string, text: string, end: number): string | undefined {
  return /^\d+$/.test(target) && /^[<>]/.test(text.slice(end, end + 1))
    ? 'a redirect without a target'
    : undefined
}

/** The word behind `<<` with an expansion in it, or with a quote that does not end. */
export function oddDelimiter(text: string): string | undefined {
  const rest = text.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, '')
  return /['"`$\\]/.test(rest) ? 'the end mark of a here-document' : undefined
}

/** The first character behind blanks and continued lines; nothing at the end. */
function nextCharacter(text: string, from: number): string {
  let position = from
  while (text[position] === ' ' || text[position] === '\t' || text.startsWith('\\\n', position)) {
    position += text[position] === '\\' ? 2 : 1
  }
  return text.charAt(position)
}
