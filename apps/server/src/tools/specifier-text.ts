/** Most characters of a rendered specifier. */
const LIMIT = 10_000

/**
 * Renders the text that rules are matched against, on the server, from the client's template and the frozen arguments. A missing argument
 * is empty; a value is never interpreted as a template again.
 */
export function specifierText(template: string, args: Readonly<Record<string, unknown>>): string {
  const text = template.replaceAll(/\{([A-Za-z0-9_]+)\}/g, (_all, name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  })
  return text.slice(0, LIMIT)
}
