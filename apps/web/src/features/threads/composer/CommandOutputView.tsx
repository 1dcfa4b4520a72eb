import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sentence } from '../../../ui/sentence.ts'
import { Visible } from '../../../ui/Visible.tsx'
import type { CommandOutput } from './command-output.ts'
import { slashTexts } from './slash-texts.ts'

type VerdictWord = 'run' | 'ask' | 'block'

/** The output of a slash command, above the composer until it is closed. */
export function CommandOutputView({ output, onClose }: { output: CommandOutput; onClose: () => void }) {
  return (
    <section aria-label={slashTexts.titles[output.kind]} className="mx-auto w-full max-w-[46rem] px-4 pb-2">
      <div className="flex max-h-[40dvh] flex-col rounded-card border border-line bg-raised">
        <div className="flex items-center gap-2 border-b border-line px-3 py-1">
          <h2 className="flex-1 text-label font-semibold">{slashTexts.titles[output.kind]}</h2>
          <Button kind="quiet" size="icon" aria-label={slashTexts.close} onClick={onClose}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
        <div
          role="group"
          aria-label={slashTexts.titles[output.kind]}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
          tabIndex={0}
          className="overflow-y-auto px-3 py-2 text-label"
        >
          {drawn(output)}
        </div>
      </div>
    </section>
  )
}

function drawn(output: CommandOutput): ReactNode {
  switch (output.kind) {
    case 'trouble':
      return <p className="text-stop">{output.text}</p>
    case 'help':
      return <Help {...output} />
    case 'models':
      return <Models {...output} />
    case 'tools':
      return <Tools {...output} />
    case 'rules':
      return <Rules {...output} />
    case 'undone':
      return <Undone {...output} />
    case 'why':
    case 'explained':
      return <Explained {...output} />
  }
}

type Of<Kind extends CommandOutput['kind']> = Extract<CommandOutput, { readonly kind: Kind }>

function Help({ commands }: Of<'help'>) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {commands.map(({ name, argument, line }) => (
        <div key={name} className="contents">
          <dt className="font-mono text-code">{argument === null ? `/${name}` : `/${name} ${argument}`}</dt>
          <dd className="text-ink-2">{line}</dd>
        </div>
      ))}
    </dl>
  )
}

function Models({ models, current }: Of<'models'>) {
  if (models.length === 0) return <p className="text-ink-3">{slashTexts.noModels}</p>
  return (
    <ul>
      {models.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap gap-x-3">
          <code className="font-mono">
            <Visible text={id} />
          </code>
          <span className="text-ink-3">
            <Visible text={name} />
          </span>
          {id === current && <span className="font-semibold">{slashTexts.current}</span>}
        </li>
      ))}
    </ul>
  )
}

function Tools({ tools: all }: Of<'tools'>) {
  return [...Map.groupBy(all, slashTexts.toolGroup)].map(([group, tools]) => (
    <div key={group} className="pb-2">
      <h3 className="text-hint text-ink-3">{group}</h3>
      <ul>
        {tools.map((tool) => (
          <Line
            key={tool.name}
            verdict={tool.verdict}
            name={tool.name}
            why={tool.why}
            hint={`${tool.category}. ${tool.description}`}
          />
        ))}
      </ul>
    </div>
  ))
}

function Rules({ rules }: Of<'rules'>) {
  if (rules.length === 0) return <p className="text-ink-3">{slashTexts.noRules}</p>
  return (
    <ul>
      {rules.map((rule) => (
        <Line
          key={rule.id}
          verdict={LISTS[rule.list]}
          name={rule.text}
          hint={rule.threadId === null ? slashTexts.mine : slashTexts.thisThread}
        />
      ))}
    </ul>
  )
}

function Undone({ undo: { done, restored, conflicts } }: Of<'undone'>) {
  const lines = done
    ? restored.map((path) => ({ path, text: path }))
    : conflicts.map(({ path, why }) => ({ path, text: `${path}: ${why}` }))
  return (
    <>
      <p>{done ? slashTexts.undone(restored.length) : slashTexts.conflicts}</p>
      <ul className="font-mono text-code text-ink-2">
        {lines.map(({ path, text }) => (
          <li key={path}>
            <Visible text={text} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Explained({ explained }: Of<'why' | 'explained'>) {
  return (
    <>
      <p className="pb-1">
        <Visible text={explained.sentence} />
      </p>
      <ul>
        {explained.parts.map((part, index) => (
          <Line key={index} verdict={part.verdict} name={part.label} hint={part.why} />
        ))}
      </ul>
    </>
  )
}

interface LineProps {
  readonly verdict: VerdictWord
  readonly name: string
  readonly hint: string
  readonly why?: string | undefined
}

function Line({ verdict, name, hint, why }: LineProps) {
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className={`w-14 shrink-0 font-semibold ${COLOURS[verdict]}`}>
        {slashTexts.verdicts[verdict]}
      </span>
      <code className="font-mono">
        <Visible text={name} />
      </code>
      <span className="min-w-0 text-ink-3">
        <Visible text={hint} />
        {why !== undefined && (
          <span className="text-ink-2">
            {' '}
            <Visible text={sentence(why)} />
          </span>
        )}
      </span>
    </li>
  )
}

const COLOURS: Readonly<Record<VerdictWord, string>> = {
  run: 'text-clear',
  ask: 'text-wait',
  block: 'text-stop',
}
const LISTS: Readonly<Record<'allow' | 'ask' | 'deny', VerdictWord>> = {
  allow: 'run',
  ask: 'ask',
  deny: 'block',
}
