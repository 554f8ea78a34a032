/** One plugin to build. Paths are absolute. */
export interface PluginSource {
  readonly name: string
  readonly entry: string
  readonly folder: string
}
