import { createHash } from 'node:crypto'
import { BOOTSTRAP } from './bootstrap.ts'
import type { ReadPlugin } from './plugin-folder.ts'

/** The only document that a plugin runs in, and the headers that confine it. */
export function documentOf({ manifest, files }: ReadPlugin): {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
} {
  const scripts = [inScript(BOOTSTRAP), inScript(`${files.main}\n`)]
  const body = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${manifest.name}</title><body>`,
    ...scripts.map((text) => `<script>${text}</script>`),
  ].join('')
  return {
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(scripts, manifest.permissions.pane === 'page'),
      'cache-control': 'no-store',
      'x-dns-prefetch-control': 'off',
      'permissions-policy': NOTHING,
    },
  }
}

/**
 * Nothing loads, connects, frames or is sent. The scripts are those two texts; trusted types prevent them from being written into another
 * frame, whose window would have the removed APIs. Only a plugin that draws itself has styles and pictures, without URLs.
 */
function policyOf(scripts: readonly string[], draws: boolean): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')}`,
    ...(draws ? ["style-src 'unsafe-inline'", 'img-src data:'] : []),
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "webrtc 'block'",
  ].join('; ')
}

const NOTHING = [
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'microphone',
  'payment',
  'publickey-credentials-get',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')

/**
 * Escapes text that would end its element: in a script these letters are in strings, comments or patterns, where a backslash changes
 * nothing.
 */
function inScript(text: string): string {
  // A parser normalises line ends and zeros, and the hash is that of the parsed text.
  const parsed = text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
  return parsed.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3c')
}
