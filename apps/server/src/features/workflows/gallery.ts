import type { GalleryEntry } from '@countersign/protocol'

/** Workflows that come with the product. Each compiles, and runs with the demo model. */
export const GALLERY: readonly GalleryEntry[] = []
