/** Variables of the environment that this process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>
