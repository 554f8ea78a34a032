/** placeholder */
export interface SchemaChange {
  readonly functionName: string
  /** Where in the parameters: `size`, `options.items[].size`; empty for the function itself. */
  readonly at: string
  readonly text: string
}
