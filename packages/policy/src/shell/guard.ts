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
  for (const opener of ['$(', '${', '$[']) {
    if (gap.includes(opener)) return `\`${opener}\` in arithmetic`
  }
  return undefined
}

/** `$[…]` is arithmetic of old, with rules of its own for quotes. */
export function oldArithmetic(source: string): string | undefined {
  return source.startsWith('$[') ? 'arithmetic as `$[…]`' : undefined
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

/** In double quotes bash takes single quotes as plain text, with or without a dollar before them. */
export const QUOTES_IN_QUOTES = 'a quote in an expansion in double quotes'
