/** A program of ours, named without its extension: TypeScript in tests, JavaScript in the built product. */
export function ownProgram(name: string, from: string): URL {
  return new URL(`${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from)
}
