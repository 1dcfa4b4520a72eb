/** The last part of a program's path, in which rules and commands are compared. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** The same for a path of any system, including Windows. */
export function anyBaseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
}
