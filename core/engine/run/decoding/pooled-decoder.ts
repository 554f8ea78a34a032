import { fileURLToPath } from 'node:url'
import { showBytes } from '../../../data/formats/byte-budget.ts'
import type { BundlePool, BundlePoolOptions, LoadedBundle } from '../pool/bundle-pool.ts'
import { createProcessPool } from '../pool/tiers.ts'
import { listPackageFolders } from '../walls/package-folders.ts'
import { BroughtTurns } from './brought-turns.ts'
import type { FileDecoder } from './file-decoder.ts'

/** The options of a {@link FileDecoder}: those of the pool of its processes, and the folder of its bundle. */
export interface FileDecoderOptions
  extends Pick<
    BundlePoolOptions,
    | 'entry'
    | 'findWalls'
    | 'size'
    | 'queueLimit'
    | 'resultBytes'
    | 'heapMebibytes'
    | 'runTimeoutSeconds'
    | 'check'
    | 'log'
  > {
  readonly bundle: URL
}

const mebibyte = 2 ** 20
/** Memory beside what decoding holds: V8's young generation, code, and objects of a header. */
const besideMebibytes = 64

/**
 * Returns the decoder of files: a pool of processes behind the walls of plugins, for one bundle that is this
 * package's own. It is apart from the pool of plugins, so that a picture does not wait for their long runs. A
 * process may hold twice the limit of a result, its file in that, and 64 MiB. It is kept for the next file
 * while it is small. With `--isolation thread` it is the same: a file is not trusted because a plugin is, and
 * a thread has no bound for typed arrays.
 */
export function createFileDecoder({ bundle, ...options }: FileDecoderOptions): FileDecoder {
  const folder = fileURLToPath(bundle).replace(/[/]$/, '')
  const dataBytes = 2 * options.resultBytes + besideMebibytes * mebibyte
  const pool: BundlePool = createProcessPool({
    ...options,
    folder,
    allowed: new Map(),
    now: () => performance.now(),
    ownProgram: {
      dataBytes,
      readable: listPackageFolders(folder),
      outOfMemory: `Decoding needs more than the ${showBytes(dataBytes)} that --result-bytes allows.`,
    },
  })
  const brought = new BroughtTurns(options)
  const name = 'decoder'
  const decoder: LoadedBundle = { name, source: name, hash: name, folder, functions: [] }
  return {
    createRunner: (source) => {
      const own = pool.createFileRunner(decoder, source)
      const runner = source.isBrought ? brought.limit(own) : own
      return {
        run: async (invocation, context) => {
          const result = await runner.run(invocation, context)
          const { log = options.log } = context
          const { notes } = result
          if (notes) log.info({ file: source.name, notes }, 'a file was decoded with notes')
          return result
        },
      }
    },
    close: async () => await pool.close(),
  }
}
