/** Pages of the gallery, by the last part of their address. */
export const GALLERY_PAGES = [
  'bodies',
  'states',
  'rules',
  'permissions',
  'track',
  'composer',
  'settings',
  'places',
  'waiting',
  'parts',
  'workflows',
] as const
