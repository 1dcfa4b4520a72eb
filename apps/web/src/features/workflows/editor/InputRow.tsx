import { INPUT, typeWords, type Edge, type Endpoint, type GraphBody } from '@countersign/workflow'
import { useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { ValueField } from '../fields/ValueField.tsx'
import { connect, setValue, wiresInto } from '../model/changes.ts'
import { joinAddress } from '../model/edit.ts'
import { indexOf } from '../model/graph-index.ts'
import { fitOf, sourceOf, sourcesFor, type InputOf, type Source } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { LateSelect } from './LateSelect.tsx'

const UNSET = 'unset'
const LITERAL = 'value'

interface RowProps {
  readonly body: string
  readonly holder: GraphBody
  readonly id: string
  readonly input: InputOf
  /** Shows the value below the name; otherwise next to it, as in a table. */
  readonly stacked: boolean
}

/** One input of a node: a value, a wire, or a secret. */
export function InputRow({ body, holder, id, input, stacked }: RowProps) {
  const row = useId()
  const { problems } = useEditor()
  const address = joinAddress(body, id)
  const wrong = problems.filter(({ node, port }) => node === address && port === input.name)
  const wire = indexOf(holder)
    .into.get(id)
    ?.find(({ to }) => to[1] === input.name)
  return (
    <div
      role="row"
      data-port={input.name}
      className={cx(
        'grid gap-x-3 gap-y-1 py-1.5',
        stacked ? 'grid-cols-1' : 'grid-cols-[10rem_minmax(0,1fr)_10rem] items-start',
      )}
    >
      <span role="cell" className={cx('text-label wrap-anywhere', !stacked && 'pt-1.5')}>
        <span className="font-mono">{input.name}</span>
        {input.required && <span className="text-hint text-ink-3"> {texts.required}</span>}
        {stacked && <span className="text-hint text-ink-3"> {typeWords(input.schema)}</span>}
      </span>
      <span
        role="cell"
        className={cx(
          'gap-x-2 gap-y-1',
          stacked ? 'flex min-w-0 flex-col' : 'grid grid-cols-[13rem_minmax(0,1fr)] items-start',
        )}
      >
        <InputControls
          body={body}
          holder={holder}
          id={id}
          input={input}
          wire={wire}
          invalid={wrong.length > 0}
          describedBy={`${row}-why`}
        />
        <span id={`${row}-why`} className="col-span-full text-hint text-stop empty:hidden">
          {wrong.map(({ message, fits = [] }) => (
            <span key={message} className="block">
              <Visible text={fits.length === 0 ? message : `${message}. Would fit: ${fits.join(', ')}`} />
            </span>
          ))}
        </span>
      </span>
      {!stacked && (
        <span role="cell" className="pt-2 text-hint text-ink-3 wrap-anywhere">
          {typeWords(input.schema)}
        </span>
      )}
    </div>
  )
}

interface ControlProps extends Omit<RowProps, 'stacked'> {
  readonly wire: Edge | undefined
  readonly invalid: boolean
  readonly describedBy: string
}

function InputControls({ body, holder, id, input, wire, invalid, describedBy }: ControlProps) {
  const { session, types } = useEditor()
  const { name, schema } = input
  const address = joinAddress(body, id)
  const literal = indexOf(holder).nodes.get(id)?.inputs[name]
  const secret = secretOf(literal)
  const set = (value: Parameters<typeof setValue>[3], join?: string): void =>
    session.act(`${id}.${name}`, setValue(session.graph, address, name, value), join)
  const choose = (chosen: string): void => {
    if (chosen === UNSET) return set(undefined)
    if (chosen === LITERAL) return set(typeof schema === 'object' && schema['type'] === 'string' ? '' : null)
    if (chosen.startsWith('secret:')) return set({ $secret: chosen.slice(7) })
    const from = JSON.parse(chosen) as Endpoint // the options below are endpoints as JSON
    session.act(`${id}.${name}`, connect(session.graph, body, { from, to: [id, name] }))
  }
  const chosen =
    wire !== undefined
      ? JSON.stringify(wire.from)
      : secret !== null
        ? `secret:${secret}`
        : literal === undefined
          ? UNSET
          : LITERAL
  return (
    <>
      <LateSelect
        aria-label={texts.sourceOf(name)}
        className={cx(fieldClass, 'w-full')}
        aria-invalid={invalid && wire !== undefined ? true : undefined}
        aria-describedby={describedBy}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        chosen={
          <option value={chosen}>
            {wire !== undefined
              ? wireText(sourceOf(holder, types, wire.from, schema), wire)
              : (secret ?? (chosen === UNSET ? texts.unset : texts.literal))}
          </option>
        }
        choices={<Choices holder={holder} id={id} schema={schema} wire={wire} />}
      />
      {wire !== undefined && <WireLine body={body} holder={holder} wire={wire} />}
      {chosen === LITERAL && (
        <ValueField
          label={texts.valueOf(name)}
          schema={schema}
          value={literal === null ? undefined : literal}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(value) => set(value ?? null, `${address} ${name}`)}
        />
      )}
    </>
  )
}

interface ChoicesProps extends Pick<ControlProps, 'holder' | 'id' | 'wire'> {
  readonly schema: InputOf['schema']
}

/** All that an input can be: unset, a value, a fitting output, or a secret. */
function Choices({ holder, id, schema, wire }: ChoicesProps) {
  const { types, secrets } = useEditor()
  const offered = sourcesFor(holder, types, id, schema)
  return (
    <>
      <option value={UNSET}>{texts.unset}</option>
      <option value={LITERAL}>{texts.literal}</option>
      <Sources label={texts.wiresFit} sources={offered.filter(({ fit }) => fit === 'yes')} />
      <Sources label={texts.wiresCheck} sources={offered.filter(({ fit }) => fit === 'check')} />
      {wire !== undefined && !offered.some(({ from, fit }) => fit !== 'no' && same(from, wire.from)) && (
        <option value={JSON.stringify(wire.from)}>{endText(wire.from)}</option>
      )}
      {secrets.length > 0 && (
        <optgroup label={texts.secretsGroup}>
          {secrets.map((one) => (
            <option key={one.name} value={`secret:${one.name}`}>
              {one.name}
            </option>
          ))}
        </optgroup>
      )}
    </>
  )
}

/** An output that does not fit is named by its address, as among the choices. */
function wireText(source: Source | undefined, wire: Edge): string {
  return source === undefined || source.fit === 'no' ? endText(wire.from) : sourceText(source)
}

function sourceText({ label, words }: Source): string {
  return `${label} (${words})`
}

function Sources({ label, sources }: { label: string; sources: readonly Source[] }) {
  if (sources.length === 0) return null
  return (
    <optgroup label={label}>
      {sources.map((source) => (
        <option key={JSON.stringify(source.from)} value={JSON.stringify(source.from)}>
          {sourceText(source)}
        </option>
      ))}
    </optgroup>
  )
}

/** The part of the value that the wire picks, and how its types fit. */
function WireLine({ body, holder, wire }: { body: string; holder: GraphBody; wire: Edge }) {
  const { session, types } = useEditor()
  const fit = fitOf(holder, types, wire)
  const [id, port] = wire.to
  const setPick = (pick: string): void => {
    const edge: Edge = { from: wire.from, to: wire.to, ...(pick === '' ? {} : { pick }) }
    const old = wiresInto(session.graph, body, id, port)
    session.act(
      `${id}.${port}`,
      [
        ...old.map((one) => ({ kind: 'remove_edge', body, edge: one }) as const),
        { kind: 'put_edge', body, edge },
      ],
      `${body} ${id} ${port} pick`,
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-2 text-hint text-ink-3">
      <input
        aria-label={texts.pickOf(port)}
        className={cx(fieldClass, 'w-44 font-mono')}
        placeholder={texts.pickHint}
        value={wire.pick ?? ''}
        spellCheck={false}
        onChange={(event) => setPick(event.target.value)}
      />
      {fit === 'check' && wire.pick === undefined && <span>{texts.checked}</span>}
      {fit === 'no' && <span className="text-stop">{texts.cannotFit}</span>}
    </span>
  )
}

function same(one: Endpoint, other: Endpoint): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

export function endText([node, port]: Endpoint): string {
  return node === INPUT ? `input ${port}` : `${node}, ${port}`
}

function secretOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('$secret' in value)) return null
  return typeof value.$secret === 'string' ? value.$secret : null
}
