import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { sha256 } from '@countersign/protocol/canonical'
import { isRecord, jsonProblem, type Json } from '../../json.ts'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'
import { parseCsv, writeCsv } from './csv.ts'
import { htmlToMarkdown } from './html.ts'
import { AnyJson, List, Text } from './ports.ts'

const TextOut = z.object({ text: Text })
const Delimiter = z.string().length(1).default(',')

export const DATA_NODES: readonly PureNode[] = [
  defineNode({
    type: 'csv.parse',
    title: 'Read CSV',
    description: 'Reads a table: objects named by the first row, or lists without a header.',
    inputs: z.object({ text: Text, delimiter: Delimiter, header: z.boolean().default(true) }),
    outputs: z.object({ rows: List, columns: z.array(Text) }),
    run({ text, delimiter, header }) {
      const rows = parseCsv(text, delimiter)
      if (!header) return { rows, columns: [] }
      const [columns = [], ...rest] = rows
      return {
        columns,
        rows: rest.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
      }
    },
  }),
  defineNode({
    type: 'csv.write',
    title: 'Write CSV',
    description: 'Writes a table as text: from objects, with a header, or from lists.',
    inputs: z.object({ rows: List, columns: z.array(Text).optional(), delimiter: Delimiter }),
    outputs: TextOut,
    run({ rows, columns, delimiter }) {
      const objects = rows.filter((row) => isRecord(row))
      if (objects.length === 0) return { text: writeCsv(rows.map(listOf), delimiter) }
      const names = columns ?? [...new Set(objects.flatMap((row) => Object.keys(row)))]
      const cells = objects.map((row) => names.map((name) => cellOf(row, name)))
      return { text: writeCsv([names, ...cells], delimiter) }
    },
  }),
  defineNode({
    type: 'yaml.parse',
    title: 'Read YAML',
    description: 'Parses YAML text into a value.',
    inputs: z.object({ text: Text }),
    outputs: z.object({ value: AnyJson }),
    run({ text }) {
      let value: unknown
      try {
        value = parse(text, { maxAliasCount: 100, schema: 'core' })
      } catch (error) {
        throw new NodeFailure('invalid_yaml', error instanceof Error ? error.message : 'no YAML')
      }
      const problem = jsonProblem(value)
      if (problem !== undefined) throw new NodeFailure('invalid_yaml', problem)
      return { value: value as Json } // checked above
    },
  }),
  defineNode({
    type: 'yaml.write',
    title: 'Write YAML',
    description: 'Writes a value as YAML text.',
    inputs: z.object({ value: AnyJson }),
    outputs: TextOut,
    run: ({ value }) => ({ text: stringify(value) }),
  }),
  defineNode({
    type: 'html.to_markdown',
    title: 'HTML to Markdown',
    description: 'Keeps headings, links, lists, emphasis and code; drops scripts and styles.',
    inputs: z.object({ html: Text }),
    outputs: TextOut,
    run: ({ html }) => ({ text: htmlToMarkdown(html) }),
  }),
  defineNode({
    type: 'base64.encode',
    title: 'To Base64',
    description: 'Encodes text as Base64, from its UTF-8 bytes.',
    inputs: z.object({ text: Text }),
    outputs: TextOut,
    run({ text }) {
      let binary = ''
      for (const byte of new TextEncoder().encode(text)) binary += String.fromCodePoint(byte)
      return { text: btoa(binary) }
    },
  }),
  defineNode({
    type: 'base64.decode',
    title: 'From Base64',
    description: 'Decodes Base64 to UTF-8 text.',
    inputs: z.object({ text: Text }),
    outputs: TextOut,
    run({ text }) {
      try {
        const binary = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'))
        const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0)
        return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
      } catch {
        throw new NodeFailure('invalid_base64', 'this is not Base64-encoded text')
      }
    },
  }),
  defineNode({
    type: 'hash.sha256',
    title: 'SHA-256',
    description: 'The SHA-256 of a text, in hex.',
    inputs: z.object({ text: Text }),
    outputs: z.object({ hash: Text }),
    run: ({ text }) => ({ hash: sha256(text) }),
  }),
]

function listOf(row: Json): readonly Json[] {
  return Array.isArray(row) ? (row as readonly Json[]) : [row] // a list of JSON
}

function cellOf(row: Readonly<Record<string, unknown>>, name: string): Json {
  return Object.hasOwn(row, name) ? (row[name] as Json) : '' // fields of JSON are JSON
}
