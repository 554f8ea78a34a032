import type { Sandbox } from './run/walls/walls.ts'

/** The settings of an engine; the options of a host and of a worker have them. Folders are paths. */
export interface EngineSettings {
  /** The folder of bundles; '' for none. */
  readonly plugins: string
  /** The folder of specimens; '' for none. */
  readonly specimens: string
  /** A folder in which each file of a known format is a specimen. */
  readonly data?: string | undefined
  /** Also loads bundles and specimens whose folder is a link. */
  readonly followLinks: boolean
  /** Reads the folders again when something in them has changed and is complete. */
  readonly watch: boolean
  /** A file of public keys; bundles without a signature by one of them are refused. */
  readonly requireSignature?: string | undefined
  /** Most bytes of one specimen.json. */
  readonly metadataBytes: number
  /** The place of plugins: contained processes, or threads for trusted code. */
  readonly isolation: 'process' | 'thread'
  readonly sandbox: Sandbox
  /** The needs that an operator grants, such as `tracker:net,child reader:fs`. */
  readonly allow?: string | undefined
  /** The variables of the host that bundles get, such as `tracker:API_KEY`. */
  readonly env?: string | undefined
  /** Runs of plugins at a time. */
  readonly poolSize: number
  /** Runs that may wait. */
  readonly queueSize: number
  /** Seconds, the longest time of one run. */
  readonly runTimeout: number
  /** JavaScript heap of one run. */
  readonly heapMebibytes: number
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Most characters of the parameters of a call, as JSON. */
  readonly paramsLength: number
}
