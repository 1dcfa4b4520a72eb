/** A value under construction: optional fields are assigned instead of spread, because spreading is many times slower. */
export type Draft<Value> = { -readonly [Key in keyof Value]: Value[Key] }
