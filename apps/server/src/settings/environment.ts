/** The environment variables of this process. */
export type Environment = Readonly<Record<string, string | undefined>>
