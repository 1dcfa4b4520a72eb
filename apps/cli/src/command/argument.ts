/** One argument of a command, named by its key in `arguments`. */
export interface CliArgument<Value = unknown> {
  readonly about?: string
  readonly kind: 'required' | 'optional' | 'rest'
  read(typed: unknown): Value
}

/** `<id>` */
export function argument(about?: string): CliArgument<string> {
  return { ...described(about), kind: 'required', read: String }
}

/** `[dir]` */
export function optionalArgument(about?: string): CliArgument<string | undefined> {
  return {
    ...described(about),
    kind: 'optional',
    read: (typed) => (typeof typed === 'string' ? typed : undefined),
  }
}

/** `[command...]`: all remaining words. */
export function restArguments(about?: string): CliArgument<readonly string[]> {
  return {
    ...described(about),
    kind: 'rest',
    read: (typed) => (Array.isArray(typed) ? typed.map(String) : []),
  }
}

/** The argument as usage lines show it. */
export function placeholder(name: string, { kind }: CliArgument): string {
  switch (kind) {
    case 'required':
      return `<${name}>`
    case 'optional':
      return `[${name}]`
    case 'rest':
      return `[${name}...]`
  }
}

function described(about: string | undefined): Pick<CliArgument, 'about'> {
  return about === undefined ? {} : { about }
}
