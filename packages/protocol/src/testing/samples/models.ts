import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'PATCH /api/settings': {
      default_model: 'demo',
      default_mode: 'plan',
      outside_mode: 'plan',
      default_folder: '/w',
      model_titles: false,
      approval_timeout: 60,
      notifications: { desktop: false, show_specifier: false, read_answers: false },
      sounds: { waiting: false, turn_ended: false },
      keyboard: { send_with: 'enter', single_letters: false, hold_answers: 3, bindings: {} },
    },
    'PUT /api/settings/values/:name': { value: 1 },
    'PUT /api/settings/keys/:provider': { key: 'k', region: 'eu-1' },
    'POST /api/settings/keys/:provider/check': { key: 'k', region: 'eu-1' },
    'PUT /api/settings/endpoints/:provider': { name: 'n', base_url: 'https://example.com', key: null },
    'PATCH /api/settings/limits': { writes: 1 },
  },
}
