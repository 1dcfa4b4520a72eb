import { expect, test } from 'vitest'
import { emptyView } from './data/view.ts'
import { FEATURES } from './features.ts'
import { notes } from './testing/sample-feature/feature.ts'
import type { WebFeature } from './platform/feature.ts'

/** Everything that two features could claim, as text; what is claimed twice is listed. */
function claimedTwice(features: readonly WebFeature[]): readonly string[] {
  const claims = features.flatMap((feature) => [
    `feature ${feature.name}`,
    ...(feature.routes ?? []).map(({ path }) => `path ${path}`),
    ...(feature.settings ?? []).map(({ id }) => `section ${id}`),
    ...(feature.commands ?? []).map(({ id }) => `command ${id}`),
    ...(feature.commands ?? []).flatMap(({ key }) => (key === undefined ? [] : [`key ${key.chord}`])),
    ...Object.keys(feature.bodies ?? {}).map((kind) => `body ${kind}`),
    ...[feature.slice ?? []].flat().map(({ kind }) => `slice ${kind}`),
    ...(feature.panes ?? []).map(({ type }) => `pane ${type}`),
    ...(feature.tools ?? []).map(({ tool }) => `tool ${tool.name}`),
  ])
  return claims.filter((claim, index) => claims.indexOf(claim) !== index)
}

test('no two features claim the same name, path, section, command, key, body, slice, pane or tool', () => {
  expect(claimedTwice([...FEATURES, notes])).toEqual([])
})

test('a feature that is listed twice is found by everything that it claims', () => {
  expect(claimedTwice([notes, notes])).toEqual([
    'feature notes',
    'path /notes',
    'section notes',
    'command notes.add',
    'key Control+Shift+e',
    'body notes.note',
    'slice notes',
    'pane notes.list',
    'tool notes.read',
  ])
})

test('what a page lies in is a page', () => {
  const routes = FEATURES.flatMap((feature) => feature.routes ?? [])
  const above = routes.map(({ under }) => under?.(emptyView) ?? null).filter((path) => path !== null)
  expect(above.filter((path) => !routes.some((route) => route.path === path))).toEqual([])
})
