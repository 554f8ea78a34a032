/**
 * Compiled code of large CommonJS modules, kept between processes: V8 compiles ts-morph and the compiler in
 * it in a fifth of a second, and takes them from here in a twentieth. It lies where whoever can write could
 * change the modules themselves; a folder that cannot be written means that nothing is kept.
 */
import { isAscii } from 'node:buffer'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import * as platform from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { hashBytes } from '../files/file-state.ts'

export interface KeptCode {
  readonly exports: unknown
  /** Keeps the code that has been compiled by now, unless it was kept before. */
  readonly keepCode: () => void
}

/**
 * Requires a package with compiled code from the folder. Node keeps code itself from 22.8 on; before that we
 * do.
 */
export function requireKept(require: NodeJS.Require, name: string, folder: string): KeptCode {
  const { enableCompileCache }: PlatformModule = platform
  if (!enableCompileCache) return requireWithScripts(require, name, folder)
  enableCompileCache(folder)
  return { exports: require(name), keepCode: () => undefined } // Node does so when the process ends
}

/** What Node 22.8 has and the types of Node 20 do not. */
type PlatformModule = typeof platform & { readonly enableCompileCache?: (folder: string) => unknown }

/** Smaller modules compile faster than their code is looked up. */
const leastBytes = 2 ** 18

/**
 * Does it without Node's help. Another version of a file, another V8 or other flags of it have code of their
 * own. Large modules must not call `import()`, which scripts cannot on Node 20 without a warning.
 */
export function requireWithScripts(require: NodeJS.Require, name: string, folder: string): KeptCode {
  const fresh: { readonly path: string; readonly script: Script }[] = []
  const { '.js': usual } = require.extensions
  require.extensions['.js'] = (module, file) => {
    const { size, mtimeMs } = statSync(file)
    if (size < leastBytes) return usual(module, file)
    const key = hashBytes([file, size, mtimeMs, cachedDataVersionTag()].join('\n')).slice(0, 16)
    const path = join(folder, `${basename(file)}-${key}`)
    const cachedData = read(path)
    const script = new Script(readWrapped(file), { filename: file, ...(cachedData && { cachedData }) })
    if (!cachedData || script.cachedDataRejected) fresh.push({ path, script })
    const run = script.runInThisContext()
    run(module.exports, platform.createRequire(file), module, file, dirname(file))
  }
  try {
    const exports: unknown = require(name)
    const keepCode = (): void => {
      for (const { path, script } of fresh.splice(0)) write(path, script.createCachedData())
    }
    return { exports, keepCode }
  } finally {
    require.extensions['.js'] = usual
  }
}

/** Returns a module's source as Node wraps it. Latin 1 is decoded three times as fast as UTF-8. */
function readWrapped(file: string): string {
  const head = Buffer.from('(function (exports, require, module, __filename, __dirname) {')
  const bytes = Buffer.concat([head, readFileSync(file), Buffer.from('\n})')])
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

/**
 * Returns what was written, null where there is nothing or something else: the hash of the rest comes first.
 */
function read(path: string): Buffer | null {
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  const contents = bytes.subarray(hashLength)
  return bytes.toString('latin1', 0, hashLength) === hashBytes(contents) ? contents : null
}

const hashLength = 64

/**
 * Writes as a whole or not at all. A folder that must not be written is no failure: what is kept here can be
 * made again.
 */
function write(path: string, contents: Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, Buffer.concat([Buffer.from(hashBytes(contents)), contents]))
    renameSync(`${path}.${process.pid}`, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(String(code))) throw error
  }
}
