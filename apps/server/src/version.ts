/** The version that this server says it is. Kept equal to the package by a test. */
export const VERSION = '0.1.0'
