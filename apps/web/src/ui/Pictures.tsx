import type { ImageView } from '@countersign/protocol'
import { useImage } from './use-image.ts'
import { Visible } from './Visible.tsx'

/** Small images from our own server, addressed by their content hash; no third-party URL is ever requested. */
export function Pictures({ images }: { images: readonly ImageView[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {images.map((image, index) => (
        // The same image may occur twice.
        <li key={`${index} ${image.id}`} className="max-w-full">
          <Picture image={image} />
        </li>
      ))}
    </ul>
  )
}

function Picture({ image }: { image: ImageView }) {
  const address = useImage(image.id)
  return (
    <figure className="flex flex-col gap-1">
      <a href={address} target="_blank" rel="noreferrer">
        <img
          src={address}
          alt={image.name}
          width={image.width}
          height={image.height}
          decoding="async"
          className="h-auto max-h-48 w-auto max-w-full rounded-control border border-line bg-ground object-contain"
        />
      </a>
      <figcaption className="text-hint break-all text-ink-3">
        <Visible text={image.name} /> · {image.width}×{image.height}
      </figcaption>
    </figure>
  )
}
