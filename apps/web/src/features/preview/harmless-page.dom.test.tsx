import { expect, test } from 'vitest'
import { harmlessPage } from './harmless-page.ts'

test.each([
  ['a script', '<script>alert(1)</script>', /alert/],
  ['an event', '<p onclick="alert(1)">x</p>', /alert/],
  ['a picture from elsewhere', '<img src="http://evil.example/a.png">', /evil/],
  ['a set of pictures', '<img srcset="http://evil.example/a.png 2x">', /evil/],
  ['a style sheet', '<link rel="stylesheet" href="http://evil.example/a.css">', /evil/],
  ['a name to look up', '<link rel="dns-prefetch" href="//evil.example">', /evil/],
  ['a redirect', '<meta http-equiv="refresh" content="0;url=http://evil.example">', /evil/],
  ['a base', '<base href="http://evil.example/">', /evil/],
  ['a frame', '<iframe src="http://evil.example"></iframe>', /evil/],
  ['a form', '<form action="http://evil.example"><button>x</button></form>', /evil/],
  ['a link', '<a href="http://evil.example" ping="http://evil.example">x</a>', /evil/],
  ['a drawing', '<svg><image xlink:href="http://evil.example/a.png"></image></svg>', /evil/],
])('%s is left out', (_what, html, never) => {
  const page = harmlessPage(`<p>before</p>${html}<p>after</p>`)
  expect(page).not.toMatch(never)
  expect(page).toContain('before')
  expect(page).toContain('after')
  expect(page.startsWith('<!doctype html><meta http-equiv="Content-Security-Policy"')).toBe(true)
})

test('pictures in the page itself stay', () => {
  expect(harmlessPage('<img src="data:image/png;base64,AAAA">')).toContain('data:image/png')
})
