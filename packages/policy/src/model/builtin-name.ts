/** Named built-in of the shipped layer (SPEC P17). */
export type BuiltinName =
  | '@secrets'
  | '@pipe-to-shell'
  | '@send-files'
  | '@publish'
  | '@install-from-address'
  | AddressBuiltin

/** Actions of a browser on a page; exceptions name addresses. */
export type AddressBuiltin = '@submit' | '@download' | '@upload'
