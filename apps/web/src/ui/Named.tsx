import { Fragment } from 'react'

/** A sentence that contains a name in monospace. A long name breaks after `_` and `/` first. */
export function Named({ text, name }: { text: string; name: string }) {
  const at = name === '' ? -1 : text.indexOf(name)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <code className="font-mono">
        {name.split(/(?<=[_/])/).map((piece, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {piece}
          </Fragment>
        ))}
      </code>
      {text.slice(at + name.length)}
    </>
  )
}
