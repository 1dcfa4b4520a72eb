/** The last part of a program's path: rules and commands meet in it. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** The same for a path of any system, Windows included. */
export function anyBaseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
}
