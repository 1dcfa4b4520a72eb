/** The sandbox library's list of what is missing, as a clause for people: `socat is not installed`. */
export const missingWords = (errors: readonly string[]): string =>
  errors
    .map((error) => error.replace(/^(.*\S) not (installed|found|executable)\b/, '$1 is not $2'))
    .join('; ')
