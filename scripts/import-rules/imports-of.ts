import type { EcmaScriptModule } from 'oxc-parser'

interface Import {
  readonly specifier: string
  readonly offset: number
  readonly typeOnly: boolean
}

/** The imports, re-exports and dynamic imports of a parsed module. A dynamic import with a computed name is not visible. */
export function importsOf(module: EcmaScriptModule, source: string): Import[] {
  return [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      offset: start,
      // An import without names is a side-effect import.
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, offset: start, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))
      return literal?.[2] === undefined ? [] : [{ specifier: literal[2], offset: start, typeOnly: false }]
    }),
  ]
}
