/** Environment variables with their values. */
export interface Variables {
  readonly [name: string]: string
}

/** Variables of the host that it gives to bundles, by the folder of a bundle. */
export type BundleVariables = ReadonlyMap<string, Variables>
