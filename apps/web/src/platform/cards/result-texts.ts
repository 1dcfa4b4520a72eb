/** Texts for the result of a call. */
export const texts = {
  result: 'Result',
  preview: 'preview',
  itsEnd: 'preview of the end',
  noResult: 'No output.',
  showAllCharacters: (many: number) => `Show all ${many.toLocaleString('en-GB')} characters`,
  showAllLines: (many: number) => `Show all ${many} lines`,
  cutResult: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} characters.`,
  outputSoFar: 'Output so far',
  notLoaded: (reason: string) => `This cannot be shown: ${reason}.`,
} as const
