/**
 * Compiled code of large CommonJS modules, kept between processes: V8 compiles ts-morph and its compiler in a
 * fifth of a second, and loads them from here in a twentieth. The cache lies where write access would also
 * allow changing the modules themselves; without write access nothing is kept.
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
  /** Keeps the code compiled by now, unless it was kept before. */
  readonly keepCode: () => void
}

/** Requires a package with compiled code from the folder. Node 22.8 and later keep code themselves. */
export function requireKept(require: NodeJS.Require, name: string, folder: string): KeptCode {
  const { enableCompileCache }: PlatformModule = platform
  if (!enableCompileCache) return requireWithScripts(require, name, folder)
  enableCompileCache(folder)
  return { exports: require(name), keepCode: () => undefined } // Node keeps the code when the process ends
}

/** A function of Node 22.8 that the types of Node 20 lack. */
type PlatformModule = typeof platform & { readonly enableCompileCache?: (folder: string) => unknown }

/** Smaller modules compile faster than a lookup takes. */
const leastBytes = 2 ** 18

/** Keeps code without Node's help. Large modules must not call `import()`: Node 20 warns in scripts. */
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

/** Returns the contents behind a matching hash, null for anything else. */
function read(path: string): Buffer | null {
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  const contents = bytes.subarray(hashLength)
  return bytes.toString('latin1', 0, hashLength) === hashBytes(contents) ? contents : null
}

const hashLength = 64

/** Writes as a whole or not at all. A read-only folder is no failure: kept code can be compiled again. */
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
