/**
 * One option of a command. Its flag comes from its key in `options`: `dryRun` is `--dry-run`. `read` converts the typed text; undefined: it
 * was not given.
 */
export interface CliOption<Value = unknown> {
  readonly about: string
  /** The value in help: `<id>`. Absent: the option takes none. */
  readonly value?: string
  /** One letter: `p` for `-p`. */
  readonly short?: string
  /** The flag is `--no-…` and switches something off. */
  readonly negated?: true
  readonly repeatable?: true
  readonly mandatory?: true
  /** It has no effect any more: help and completions omit it. */
  readonly legacy?: true
  readonly choices?: readonly string[]
  /** The default value. */
  readonly standard?: string | readonly string[]
  read(typed: unknown): Value
}

/** `--json` */
export function flag(about: string): CliOption<boolean | undefined> {
  return { about, read: (typed) => (typed === undefined ? undefined : typed === true) }
}

/** `--agent`: accepted from older scripts, without an effect. */
export function legacyFlag(about: string): CliOption<boolean | undefined> {
  return { ...flag(about), legacy: true }
}

/** `--no-kept`: true without it. */
export function switchOff(about: string): CliOption<boolean> {
  return { about, negated: true, read: (typed) => typed !== false }
}

/** `--name <name>` */
export function text(value: string, about: string, short?: string): CliOption<string | undefined> {
  return {
    about,
    value,
    ...(short === undefined ? {} : { short }),
    read: (typed) => (typeof typed === 'string' ? typed : undefined),
  }
}

/** `--port <n>`. Text that is not a number becomes NaN, which the command rejects. */
export function number(value: string, about: string): CliOption<number | undefined> {
  return { about, value, read: (typed) => (typed === undefined ? undefined : Number(typed)) }
}

/** `--allow <rule> --allow <rule>` */
export function list(value: string, about: string): CliOption<readonly string[]> {
  const standard: readonly string[] = []
  return {
    about: `${about} (repeatable)`,
    value,
    standard,
    repeatable: true,
    read: (typed) => (Array.isArray(typed) ? typed.map(String) : standard),
  }
}

/** `--agent <name>`: one of a few words; the parser rejects any other. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  value: string,
  about: string,
): CliOption<Word | undefined> {
  return { about, value, choices: words, read: (typed) => words.find((word) => word === typed) }
}

/** The parser rejects a command line without this option. */
export function required<Value>(option: CliOption<Value | undefined>): CliOption<Value> {
  return {
    ...option,
    mandatory: true,
    read(typed) {
      const value = option.read(typed)
      if (value === undefined) throw new Error('a required option has no value')
      return value
    },
  }
}

/** This value is the default. */
export function withStandard<Value extends string>(
  option: CliOption<Value | undefined>,
  standard: NoInfer<Value>,
): CliOption<Value> {
  return { ...option, standard, read: (typed) => option.read(typed) ?? standard }
}

/** The flag of an option: `--dry-run` for `dryRun`. */
export function longFlag(key: string, { negated }: CliOption): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return negated === true ? `--no-${words}` : `--${words}`
}
