/** Texts for a mode change while cards wait. */
export const texts = {
  modeWouldRun: (many: number, mode: string) =>
    `${many} waiting ${many === 1 ? 'call' : 'calls'} would run in ${mode}.`,
  modeRefused: (many: number, mode: string) =>
    `${many} waiting ${many === 1 ? 'call was' : 'calls were'} refused: ${mode} changes nothing.`,
  showThem: 'Show them',
  letThemRun: (many: number) => (many === 1 ? 'Let this one run' : `Let these ${many} run`),
  leaveThem: 'Leave them waiting',
  dismiss: 'Close',
} as const
