/** A value while it is being made: what it may lack is added, not spread into it, for that is many times slower. */
export type Draft<Value> = { -readonly [Key in keyof Value]: Value[Key] }
