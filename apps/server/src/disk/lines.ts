import { StringDecoder } from 'node:string_decoder'

/** Lines of a stream, split only at `\n`. JSON may contain U+2028 and U+2029, at which `node:readline` splits too. */
export async function* linesIn(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...others] = (Buffer.isBuffer(chunk) ? decoder.write(chunk) : String(chunk)).split(
      '\n',
    )
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
  const last = begun.join('') + decoder.end()
  if (last !== '') yield last
}
