/** Code in an answer, as text. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  return (
    <figure className="my-2 overflow-hidden rounded-control border border-line bg-ground">
      {language !== '' && (
        <figcaption className="border-b border-line px-3 py-1 text-hint text-ink-3">{language}</figcaption>
      )}
      <pre
        className="overflow-x-auto px-3 py-2 font-mono text-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}
