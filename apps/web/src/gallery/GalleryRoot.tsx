import { ClockContext } from '../data/context.ts'
import { FEATURES } from '../features.ts'
import { FeaturesContext } from '../platform/features-context.ts'
import { GALLERY_NOW } from './fixtures.ts'
import { Gallery } from './Gallery.tsx'

const still = { now: () => GALLERY_NOW }

export function GalleryRoot() {
  return (
    <ClockContext value={still}>
      <FeaturesContext value={FEATURES}>
        <Gallery />
      </FeaturesContext>
    </ClockContext>
  )
}
