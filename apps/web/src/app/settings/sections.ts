import type { SettingsSection, WebFeature } from '../../platform/feature.ts'

/** All sections, in the order of the features. */
export function sectionsOf(features: readonly WebFeature[]): readonly SettingsSection[] {
  return features.flatMap(({ settings = [] }) => settings)
}
