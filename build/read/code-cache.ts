/**
 * Compiled code of a large CommonJS module, kept between processes: V8 compiles the TypeScript compiler's
 * nine megabytes in a fifth of a second, and takes them from here in a tenth of that. It lies in
 * `node_modules/.cache/specimen-host`, where whoever can write could change the module itself; a folder that
 * cannot be written means that nothing is kept.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { hashBytes } from '../files/file-state.ts'

export interface CodeCache {
  /** Returns a kept text, or makes and keeps it. */
  readonly keepText: (name: string, make: () => string) => string
  /** Loads the module; later `require`s of it get the same. */
  readonly load: () => unknown
  /** Keeps the code that has been compiled by now, unless it was kept before. */
  readonly keepCode: () => void
}

/** Opens the cache of a module's file. Another version of the file or of Node has another cache. */
export function openCodeCache(file: string): CodeCache {
  const { size, mtimeMs } = statSync(file)
  const key = hashBytes([file, size, mtimeMs, process.version, process.arch].join('\n')).slice(0, 16)
  const place = file.indexOf(join('/', 'node_modules', '/'))
  const folder = join(file.slice(0, Math.max(0, place)), 'node_modules/.cache/specimen-host')
  const toPath = (name: string): string => join(folder, `${basename(file)}-${key}-${name}`)
  let script: Script | null = null
  return {
    keepText: (name, make) => {
      const known = read(toPath(name))
      if (known) return known.toString()
      const text = make()
      write(toPath(name), text)
      return text
    },
    load: () => {
      const known = read(toPath('code'))
      const code = readFileSync(file, 'utf8')
      const source = `(function (exports, require, module, __filename, __dirname) {${code}\n})`
      const compiled = new Script(source, { filename: file, ...(known && { cachedData: known }) })
      if (!known || compiled.cachedDataRejected) script = compiled
      const module = new Module(file)
      const require = createRequire(file)
      compiled.runInThisContext()(module.exports, require, module, file, dirname(file))
      module.loaded = true
      require.cache[file] = module
      return module.exports
    },
    keepCode: () => {
      if (script) write(toPath('code'), script.createCachedData())
      script = null
    },
  }
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
function write(path: string, contents: string | Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      `${path}.${process.pid}`,
      Buffer.concat([Buffer.from(hashBytes(contents)), Buffer.from(contents)]),
    )
    renameSync(`${path}.${process.pid}`, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(String(code))) throw error
  }
}
