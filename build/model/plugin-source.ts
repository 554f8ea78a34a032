/** One plugin to build. Paths are absolute. */
export interface PluginSource {
  readonly name: string
  /** The module whose exports are the plugin. */
  readonly entry: string
  /** The folder in which thumbnails may lie. */
  readonly folder: string
}
