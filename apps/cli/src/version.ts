/** The version that `countersign --version` prints. Kept equal to the package by a test. */
export const VERSION = '0.1.0'
