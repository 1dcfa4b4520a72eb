import { display, knownPrefix, literal, textField } from '../../model/field.ts'
import type { Hazard, Inner } from '../../model/part.ts'
import { inWorkspace } from './hazard-relief.ts'
import {
  GNU,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { hazard } from './table-parts.ts'
import { wordSet } from '../../word-set.ts'

/** C and C++: build file generators, compilers and linters. */
export const DEV_C: Table = () => [
  { names: ['cmake'], queries: '--version --help -h', style: WORDS, arity: 1, read: readCmake },
  {
    names: [
      'ctest',
      'cpack',
      'meson',
      'qmake',
      'autoreconf',
      'autoconf',
      'automake',
      'premake5',
      'xmake',
      'conan',
      'vcpkg',
    ],
    style: GNU,
    loads: '-S,--script= --cross-file= --native-file= --profile,-pr= --config=',
    arity: 2,
  },
  { names: ['configure'], style: GNU, arity: 1 },
  {
    names: [
      'gcc',
      'g++',
      'cc',
      'c++',
      'clang',
      'clang++',
      'gcc-*',
      'g++-*',
      'tcc',
      'nvcc',
      'gfortran',
      'icc',
      'arm-none-eabi-gcc',
      'arm-none-eabi-g++',
      'aarch64-linux-gnu-gcc',
      'riscv64-unknown-elf-gcc',
      'avr-gcc',
    ],
    queries: '--version -v -dumpversion -dumpmachine --help',
    style: SINGLE_DASH,
    outputs: '-o= --output=',
    loads: '-fplugin= -specs= --specs= -load= -fpass-plugin=',
    starts: '-wrapper= -B= -fuse-ld= --ld-path=',
    arity: 1,
    read: readCompiler,
  },
  {
    names: ['clang-format'],
    readonly: true,
    style: SINGLE_DASH,
    queries: '--version -version --help -help',
    options:
      '-n,--dry-run --Werror -Werror --style= -style= --fallback-style= -fallback-style= --sort-includes --lines= -lines= --offset= --length= --assume-filename= -assume-filename= --verbose --dump-config -dump-config --ferror-limit= --output-replacements-xml',
    reads: '--files=',
    changes: '-i',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['clang-tidy', 'cppcheck'],
    style: SINGLE_DASH,
    loads: '--load= -load= --addon= --rule-file= --config-file= --library=',
    configures: '--config= -config=',
    starts: '--addon-python=',
    arity: 1,
  },
]

/** `gcc -fsyntax-only` only checks and writes nothing, with options that select what to check and report. */
function readCompiler({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = argv.slice(1).map(literal)
  const looks =
    words.includes('-fsyntax-only') &&
    facts.hazards.length === 0 &&
    words.every((word) => word !== undefined && (LOOKED_AT.test(word) || COMPLAINT.test(word)))
  return looks ? { notReadonly: undefined } : {}
}

const LOOKED_AT =
  /^(?:[\w./+][\w./+-]*|-fsyntax-only|-std=[\w+]+|-[IDU][^,\s]+|-isystem|-include|-x|-[OG]\w?|-m[a-z]+=?[\w.+-]*)$/
/** `-Wp,…` and similar options pass words on. */
const COMPLAINT = /^-(?:W(?![alp],)[\w=+-]+|pedantic(?:-errors)?|w|fdiagnostics-color(?:=\w+)?)$/

/** Commands of `cmake -E` that only print. */
const CMAKE_LOOKS = wordSet(
  'capabilities cat compare_files echo echo_append environment false md5sum sha1sum sha256sum sleep true',
)

/** `cmake -E COMMAND`, `-P SCRIPT`, and variables that name a program or a file of code. */
function readCmake({ argv, context }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = argv.slice(1)
  const hazards: Hazard[] = []
  const inner: Inner[] = []
  const touches: Touch[] = []
  for (const [index, field] of words.entries()) {
    const text = knownPrefix(field)
    const next = words[index + 1]
    if (text === '-E' && next !== undefined) {
      const rest = words.slice(index + 1)
      const skipped = { env: 1, time: 1, chdir: 2 }[literal(next) ?? ''] ?? 0
      inner.push({ kind: 'argv', argv: rest.slice(skipped), from: index + 2 + skipped, remote: true })
      if (literal(next) === 'chdir') {
        const cd = [textField('cd', next.range), ...rest.slice(1, 2)].map(display).join(' ')
        const text = textField(`${cd} && ${rest.slice(2).map(display).join(' ')}`, next.range, {
          quoted: true,
        })
        inner.push({ kind: 'script', text, remote: true })
      }
      // Under its own name it is a set of tools, some of which start the words after them.
      if (!CMAKE_LOOKS.has(literal(next) ?? '')) hazards.push(hazard('starts', field, '-E'))
      if (/^remove(?:_directory)?$/.test(literal(next) ?? ''))
        for (const path of rest.slice(1)) touches.push({ act: 'remove', path, recursive: true })
      break
    }
    if (
      /^-[PC]/.test(text) &&
      !(next !== undefined && ['-P', '-C'].includes(text) && inWorkspace(next, context))
    )
      hazards.push(hazard('loads', field, text.slice(0, 2)))
    if (text.startsWith('--toolchain')) hazards.push(hazard('loads', field, '--toolchain'))
    const definition =
      text === '-D'
        ? next === undefined
          ? ''
          : display(next)
        : text.startsWith('-D')
          ? display(field).slice(2)
          : ''
    if (
      /^[^=]*(?:COMPILER|LAUNCHER|LINKER|TOOLCHAIN|PROGRAM|EXECUTABLE|_INCLUDE|MODULE_PATH|RULE_|COMMAND)[^=]*=/.test(
        definition,
      )
    )
      hazards.push(hazard('starts', field, '-D', display(field)))
    if (literal(field) === undefined && !text.startsWith('-D') && /^(?:-|$)/.test(text))
      hazards.push(hazard('loads', field))
  }
  return {
    hazards: [...facts.hazards, ...hazards],
    touches: [...facts.touches, ...touches],
    inner,
    arity: inner.length > 0 ? 0 : facts.arity,
  }
}
