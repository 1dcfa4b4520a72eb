import { AudioLines, Download, Image } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { lazyBody } from '../../platform/cards/LazyBodies.tsx'
import { defineFeature } from '../../platform/feature.ts'
import { late, lazy } from '../../ui/lazy.ts'

const ImageCard = lazyBody(async () => (await import('./MediaCards.tsx')).ImageCard)
const SpeechCard = lazyBody(async () => (await import('./MediaCards.tsx')).SpeechCard)
const SaveCard = lazyBody(async () => (await import('./MediaCards.tsx')).SaveCard)
const MediaResult = lazy(async () => ({ default: (await import('./MediaResult.tsx')).MediaResult }))
const MediaPage = lazy(async () => ({ default: (await import('./MediaPage.tsx')).MediaPage }))
const MediaButtons = late(async () => ({ default: (await import('./MediaButtons.tsx')).MediaButtons }))
const MediaStrip = lazy(async () => ({ default: (await import('./MediaStrip.tsx')).MediaStrip }))

/** Pictures and sounds: their cards and results, voice input, and the models that make them. */
export const media = defineFeature({
  name: 'media',
  bodies: {
    'media.image': bodyView('media.image', ImageCard, { icon: Image, result: MediaResult }),
    'media.speech': bodyView('media.speech', SpeechCard, { icon: AudioLines, result: MediaResult }),
    'media.save': bodyView('media.save', SaveCard, { icon: Download }),
  },
  settings: [{ id: 'media', title: 'Media', section: MediaPage }],
  composer: { bar: MediaButtons, strip: MediaStrip },
})
