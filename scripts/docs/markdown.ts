/** A table of Markdown; `|` in cells is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text as code; one that holds backticks gets longer ones around it. */
export function code(text: string): string {
  if (text === '') return ''
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Several names, each as code. */
export function codes(names: readonly string[]): string {
  return names.map(code).join(' ')
}

/** Text that is unfolded when it is wanted. */
export function details(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`
}

/** A number of things, `1 program` or `12 programs`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
