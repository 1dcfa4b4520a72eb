/** Longest control sequence that is removed; a longer one is shown, so that nothing can be hidden in it. */
const SEQUENCE_LIMIT = 500

/**
 * Terminal control sequences, each of bounded length: operating-system commands, device control and other strings up to their terminator;
 * sequences with parameters; two-character escapes. The 8-bit forms are included.
 */
const SEQUENCES = new RegExp(
  [
    // A string sequence ends at BEL or ST; a line break ends it too, or one opener would swallow everything after it.
    `(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u009c\\n\\r]{0,${SEQUENCE_LIMIT}}(?:\\u0007|\\u001b\\\\|\\u009c)`,
    `(?:\\u001b\\[|\\u009b)[0-?]{0,${SEQUENCE_LIMIT}}[ -/]{0,16}[@-~]`,
    '\\u001b[ -/]{1,4}[0-~]',
    '\\u001b[0-Z\\\\^-~]',
  ].join('|'),
  'g',
)

/** Characters that invisibly move, hide or reorder text. Tab and line feed stay. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * A program's output as text for people and models. Colours and cursor movements are removed; text that a terminal would overwrite is shown
 * on its own line; characters that hide or reorder text are spelled out.
 */
export function plainText(output: string): string {
  return withoutBackspaces(output.replace(SEQUENCES, ''))
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(HIDDEN, spelledOut)
}

/** Bold and underline of old manual pages: a character, a backspace, the same character or a line below it. */
function withoutBackspaces(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.includes('\b') ? text.replace(/([^\u0008])\u0008(?=\1)|_\u0008/gu, '') : text
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x07) return ''
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
