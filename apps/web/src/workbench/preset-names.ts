/** Layouts that every folder has. */
export const PRESETS = ['Chat', 'Write', 'Review', 'Watch'] as const
export type Preset = (typeof PRESETS)[number]
