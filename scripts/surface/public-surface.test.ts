/** @module-tag slow */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { publicSurface, REPORTED } from './public-surface.ts'

test.each(REPORTED)('what %s exports is what its report says; if meant, run `npm run surface`', (name) => {
  const folder = join(root, 'packages', name)
  expect(publicSurface(folder)).toBe(readFileSync(join(folder, 'surface.txt'), 'utf8'))
})

test('a report holds every exported declaration, through re-exports, without comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-surface-'))
  mkdirSync(join(folder, 'dist'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'dist', name), text)
  write('index.d.ts', "export { b as c, a } from './inner.ts';\nexport type { T } from './inner.ts';\n")
  write(
    'inner.d.ts',
    [
      "import type { X } from './other.ts';",
      '/** Doc. */',
      'export declare function a(x: X): void;',
      'export declare const b: 1;',
      'export interface T {',
      '    /** Doc. */',
      '    readonly n: {',
      '        readonly m: number;',
      '    };',
      '}',
      'export declare const hidden: 2;',
    ].join('\n'),
  )
  const report = publicSurface(folder)
  rmSync(folder, { recursive: true, force: true })
  expect(report).toBe(
    [
      'interface T {\n  readonly n: {\n    readonly m: number;\n  };\n}',
      'function a(x: X): void;',
      'const b: 1; // as c',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})
