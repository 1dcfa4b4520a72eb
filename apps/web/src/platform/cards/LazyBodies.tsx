import { Suspense } from 'react'
import type { ComponentType } from 'react'
import type { AnyBody, BodyLook, BodyProps } from '../body.ts'
import type { DiffBodyProps } from './DiffBody.tsx'
import type { PartsChoiceProps } from './PartsChoice.tsx'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

/** Body views that are loaded with the first card that needs them. */
const Body = lazy(async () => ({ default: (await import('./DiffBody.tsx')).DiffBody }))

const Arguments = lazy(async () => ({ default: (await import('./ArgumentsBody.tsx')).ArgumentsBody }))

const Parts = lazy(async () => ({ default: (await import('./PartsChoice.tsx')).PartsChoice }))

export function LazyDiffBody(props: DiffBodyProps) {
  return (
    <Suspense fallback={<NotYet />}>
      <Body {...props} />
    </Suspense>
  )
}

export function LazyArgumentsBody(props: { readonly body: AnyBody; readonly look?: BodyLook }) {
  return (
    <Suspense fallback={<NotYet />}>
      <Arguments {...props} />
    </Suspense>
  )
}

/** Loads a body view with the first card that needs it. */
export function lazyBody<Body>(
  load: () => Promise<ComponentType<BodyProps<Body>>>,
): ComponentType<BodyProps<Body>> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyBody(props: BodyProps<Body>) {
    return (
      <Suspense fallback={<NotYet />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Loaded with the first change in parts. Until then all parts are selected. */
export function LazyPartsChoice(props: PartsChoiceProps) {
  if (props.choice.parts.length === 0) return null
  return (
    <Suspense>
      <Parts {...props} />
    </Suspense>
  )
}

/** A body that has not loaded yet cannot have been read. */
function NotYet() {
  return (
    <p className="text-hint text-ink-3" data-unread="">
      {texts.loadingAll}
    </p>
  )
}
