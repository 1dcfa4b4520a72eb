import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Documents, questions, and how well each document answers each question. */
export interface DataSet {
  readonly name: string
  readonly language: string
  readonly documents: readonly { readonly id: string; readonly text: string }[]
  readonly questions: readonly { readonly id: string; readonly text: string }[]
  /** Question, document, grade. */
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** The data sets in a folder; none of them is part of this repository. */
export function dataSetsIn(folder: string): readonly DataSet[] {
  return [
    ...nfcorpus(join(folder, 'nfcorpus')),
    ...cranfield(join(folder, 'cranfield')),
    ...xquad(join(folder, 'xquad')),
  ]
}

function nfcorpus(folder: string): readonly DataSet[] {
  if (!existsSync(folder)) return []
  return ['test', 'dev'].map((part) => ({
    name: `NFCorpus ${part}`,
    language: 'english',
    documents: lines(join(folder, `${part}.docs`)).map(pair),
    questions: lines(join(folder, `${part}.titles.queries`)).map(pair),
    grades: graded(
      lines(join(folder, `${part}.3-2-1.qrel`)).map((line) => {
        const [question = '', , document = '', grade = '0'] = line.split('\t')
        return { question, document, grade: Number(grade) }
      }),
    ),
  }))
}

function pair(line: string): { readonly id: string; readonly text: string } {
  const tab = line.indexOf('\t')
  return { id: line.slice(0, tab), text: line.slice(tab + 1) }
}

function cranfield(folder: string): readonly DataSet[] {
  if (!existsSync(folder)) return []
  const fields = (file: string) =>
    readFileSync(join(folder, file), 'latin1')
      .replaceAll('\r', '')
      .split(/^\.I /m)
      .slice(1)
      .map((entry) => ({
        id: String(Number(entry.slice(0, entry.indexOf('\n')))),
        title: /^\.T\n([\s\S]*?)^\.[A-Z]$/m.exec(entry)?.[1] ?? '',
        text: /^\.W\n([\s\S]*)/m.exec(entry)?.[1] ?? '',
      }))
  return [
    {
      name: 'Cranfield',
      language: 'english',
      documents: fields('cran.all.1400').map(({ id, text }) => ({ id, text })),
      // Judgements number the questions by position, regardless of their ids.
      questions: fields('cran.qry').map(({ text }, index) => ({ id: String(index + 1), text })),
      grades: graded(
        lines(join(folder, 'cranqrel')).map((line) => {
          const [question = '', document = '', grade = ''] = line.trim().split(/\s+/)
          return { question, document, grade: grade === '-1' ? 0 : 5 - Number(grade) }
        }),
      ),
    },
  ]
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  hi: 'hindi',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
}

interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string
      readonly qas: readonly { readonly id: string; readonly question: string }[]
    }[]
  }[]
}

function xquad(folder: string): readonly DataSet[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const code = file.split('.')[1] ?? ''
      const { data } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Squad // the published format
      const paragraphs = data.flatMap((one) => one.paragraphs)
      return {
        name: `XQuAD ${code}`,
        language: LANGUAGES[code] ?? 'simple',
        documents: paragraphs.map(({ context }, index) => ({ id: String(index), text: context })),
        questions: paragraphs.flatMap(({ qas }) => qas.map(({ id, question }) => ({ id, text: question }))),
        grades: graded(
          paragraphs.flatMap(({ qas }, index) =>
            qas.map(({ id }) => ({ question: id, document: String(index), grade: 1 })),
          ),
        ),
      }
    })
}

/** Known items of our own documentation: a heading must find its section. CI can run this one. */
export function ownDocumentation(folder: string): DataSet {
  const sections = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^(?=#{1,4} )/m))
    .flatMap((section) => {
      const heading = /^#{1,4} (.+)\n/.exec(section)?.[1] ?? ''
      const text = section.slice(section.indexOf('\n') + 1).trim()
      return heading.split(' ').length >= 3 && text.length > 200
        ? [{ heading, text: text.slice(0, 2000) }]
        : []
    })
  return {
    name: 'own documentation',
    language: 'english',
    documents: sections.map(({ text }, index) => ({ id: String(index), text })),
    questions: sections.map(({ heading }, index) => ({ id: String(index), text: heading })),
    grades: graded(
      sections.map((_one, index) => ({ question: String(index), document: String(index), grade: 1 })),
    ),
  }
}

function lines(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function graded(
  rows: readonly { readonly question: string; readonly document: string; readonly grade: number }[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const grades = new Map<string, Map<string, number>>()
  for (const { question, document, grade } of rows) {
    if (grade <= 0) continue
    const own = grades.get(question) ?? new Map<string, number>()
    own.set(document, grade)
    grades.set(question, own)
  }
  return grades
}
